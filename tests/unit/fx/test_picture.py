"""Pictures: rows from the inputs down, boxes that do not overlap, well-formed text."""

from xml.etree import ElementTree

import wye
from wye.fx import make_fx, symbolic_trace
from wye.fx.picture import layers


def test_every_node_lies_below_what_it_uses():
    graph = symbolic_trace(lambda x, y: (x + y).sin() * x + y.cos()).graph
    rows = layers(graph)
    depth = {node: at for at, row in enumerate(rows) for node in row}
    assert sorted(map(str, depth)) == sorted(map(str, graph.nodes))
    assert all(depth[used] < depth[node] for node in graph.nodes for used in node.all_input_nodes)


def test_boxes_do_not_overlap_and_names_are_escaped():
    def function(x):
        return [x.sin() < 1, x.cos() > 2, x.add_(1), x.softmax(0)]

    text = make_fx(function)(wye.ones(3))._repr_svg_()
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    boxes = [tuple(float(box.get(key)) for key in ("x", "y", "width")) for box in root.iter(f"{space}rect")]
    for at, (x, y, width) in enumerate(boxes):
        for other_x, other_y, other_width in boxes[at + 1 :]:
            assert y != other_y or x + width <= other_x or other_x + other_width <= x
    assert any("f32[3]" in (one.text or "") for one in root.iter(f"{space}text"))
    assert "script" not in text


def test_an_empty_graph_has_a_picture():
    assert ElementTree.fromstring(wye.fx.Graph()._repr_svg_()).tag.endswith("svg")
