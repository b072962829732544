"""The page in a real browser: what people see and can do, with the mouse and without."""

import json
import random
from collections import Counter

import pytest

import wye
from wye import dispatch
from wye.explorer import server as server_module
from wye.explorer.pages import page as page_text
from wye.explorer.server import Server
from wye.explorer.snapshots import snapshot
from wye.keys import DispatchKey, key_name
from wye.registry import registry
from wye.registry.provenance import kernel_name
from wye.registry.table import choose_all

VIEWS = ["#/operators", "#/op/aten::add.Tensor", "#/keys", "#/try", "#/grid", "#/recording"]

# ---- search ------------------------------------------------------------------------------------------------------


def found(page):
    return page.eval_on_selector_all("#found .row-name", "rows => rows.map(row => row.textContent)")


def look(page, text):
    page.fill("#search", text)
    return found(page)


def test_search_finds_by_name_the_best_first(visitor, page_file):
    page = visitor.open(page_file)
    assert page.inner_text(".found-count") == "25 operators"
    assert look(page, "softmax")[0] == "softmax.int"
    assert set(look(page, "softmax")) == {"softmax.int", "_softmax", "log_softmax.int", "special_softmax"}
    assert look(page, "add.ten")[0] == "add.Tensor"


def test_search_is_fuzzy_and_knows_what_is_said_of_operators(visitor, page_file):
    page = visitor.open(page_file)
    assert "log_softmax.int" in look(page, "lgsmax")
    assert "sin" in look(page, "sine")  # its name is shorter; its sentence has the word
    assert "add.Tensor" in look(page, "alpha other")


def test_search_narrows_by_namespace_tag_key_family_and_rules(visitor, page_file, data):
    page = visitor.open(page_file)
    implicit = {
        operator["name"] for operator in data["operators"] if key_names(data, operator, "CompositeImplicitAutograd")
    }
    assert {f"aten::{name}" for name in look(page, "key:compositeimplicitautograd")} == implicit
    tagged = {operator["name"] for operator in data["operators"] if "pointwise" in operator["tags"]}
    assert {f"aten::{name}" for name in look(page, "tag:pointwise")} == tagged
    assert look(page, "ns:aten sin") == ["sin"]
    assert look(page, "ns:nowhere") == []
    assert "mm" in look(page, "has:derivatives")
    assert "mm" not in look(page, "lacks:derivatives")


def key_names(data, operator, name):
    return any(data["keys"][key]["name"] == name for key, _ in operator["kernels"])


def test_a_search_without_results_says_so_and_can_be_cleared(visitor, page_file):
    page = visitor.open(page_file)
    assert look(page, "zzzz") == []
    assert page.inner_text(".found-count").startswith("Nothing fits")
    page.click("text=Clear the search")
    assert len(found(page)) > 5


def test_filters_write_into_the_search(visitor, page_file):
    page = visitor.open(page_file)
    page.select_option("select[aria-label='Only with tag']", "pointwise")
    assert page.input_value("#search") == "tag:pointwise"


# ---- an operator -------------------------------------------------------------------------------------------------


def test_an_operator_shows_its_schema_and_its_registrations_with_their_places(visitor, page_file):
    page = visitor.open(page_file, "#/op/aten::add.Tensor")
    assert page.inner_text("#detail h1") == "add.Tensor"
    assert "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor" in page.inner_text(".schema")
    rows = page.inner_text("[aria-labelledby=section-registrations] tbody")
    assert "CPU" in rows
    assert "wye/aten/kernels/elementwise.py:" in rows


@pytest.mark.parametrize("name", ["aten::add.Tensor", "aten::softmax.int", "aten::empty.memory_format"])
def test_the_table_is_the_registrys_with_its_reasons(visitor, page_file, data, name):
    page = visitor.open(page_file, f"#/op/{name}")
    page.click("text=By key")
    shown = page.eval_on_selector_all(
        "[aria-labelledby=section-computed-table] tbody tr",
        """rows => rows.map(({ cells }) =>
            [cells[0].textContent, cells[1].querySelector('.mark').className, cells[2].textContent])""",
    )
    wanted = {key_name(key): (why.name, kernel_name(kernel)) for key, kernel, why in dispatch.table_rows(name)}
    assert len(shown) == len(data["candidates"])
    for key, mark, kernel in shown:
        why, function = wanted.get(key, ("MISSING", "none"))
        assert f"why-{why}" in mark.split()
        assert kernel.startswith(function)


def test_picking_a_key_shows_what_was_considered(visitor, page_file):
    page = visitor.open(page_file, "#/op/aten::softmax.int")
    page.click(".cell[aria-label^='AutogradCPU,']")
    card = page.inner_text("#key-card")
    assert "implicit composite" in card
    assert "wye/aten/composites/" in card
    assert card.index("no kernel there") < card.index("taken")


def test_aliases_say_which_keys_they_serve_here(visitor, page_file, data):
    page = visitor.open(page_file, "#/op/aten::softmax.int")
    rows = dispatch.table_rows("aten::softmax.int")
    serves = sum(why.name == "MATH" for _, _, why in rows)
    number = next(i for i, key in enumerate(data["keys"]) if key["name"] == "CompositeImplicitAutograd")
    covers = len(data["aliases"][str(number)]["covers"])
    row = page.locator(".alias-row", has=page.locator("summary b", has_text="CompositeImplicitAutograd")).first
    assert f"serves {serves} of {covers} keys" in row.inner_text()
    assert "own kernel" in row.inner_text().lower()  # who serves the rest: NumPy has a kernel


# ---- keys --------------------------------------------------------------------------------------------------------


def test_an_alias_lights_the_keys_that_it_stands_for(visitor, page_file, data):
    page = visitor.open(page_file, "#/keys/CompositeExplicitAutogradNonFunctional")
    number = next(i for i, key in enumerate(data["keys"]) if key["name"] == "CompositeExplicitAutogradNonFunctional")
    lit = page.eval_on_selector_all(".cell.lit", "cells => cells.map(cell => Number(cell.dataset.key))")
    assert sorted(lit) == data["aliases"][str(number)]["covers"]
    page.click(".cell[aria-label^='XLA,']")
    page.wait_for_selector("h1:has-text('XLA')")


# ---- trying registrations ----------------------------------------------------------------------------------------


def add(page, key):
    page.fill("#add-key", key)
    page.keyboard.press("Enter")


def mark_of(page, key):
    return page.get_attribute(f".cell[aria-label^='{key},'] .mark, .cell[aria-label='{key}'] .mark", "class")


def test_trying_a_registration_changes_the_table(visitor, page_file):
    page = visitor.open(page_file, "#/try")
    assert "why-MISSING" in mark_of(page, "CPU")
    add(page, "CompositeImplicitAutograd")
    assert "why-MATH" in mark_of(page, "CPU")
    assert "why-MATH" in mark_of(page, "AutogradCPU")
    add(page, "CPU")
    assert "why-DIRECT" in mark_of(page, "CPU")
    assert "why-FALLBACK" in mark_of(page, "AutogradCPU")  # or autograd would bypass the kernel at CPU
    assert "The last step changed 2 keys" in page.inner_text("#changes")
    assert page.locator(".cell.changed").count() == 2
    add(page, "SparseCPU")
    assert "why-AMBIGUOUS" in mark_of(page, "AutogradOther")
    page.click("[aria-label='Remove the kernel at CPU']")
    assert "why-MATH" in mark_of(page, "AutogradCPU")


def test_what_is_tried_is_in_the_address(visitor, page_file):
    page = visitor.open(page_file, "#/try")
    page.click("button:has-text('Fallthrough')")
    add(page, "AutogradCPU")
    address = page.evaluate("location.hash")
    assert address == "#/try?with=AutogradCPU:falls"
    other = visitor.open(page_file, address)
    assert "falls" in mark_of(other, "AutogradCPU").split()


def test_a_key_that_is_not_there_is_refused_with_its_name(visitor, page_file):
    page = visitor.open(page_file, "#/try")
    add(page, "CPUU")
    assert page.inner_text("#add-problem") == "There is no key called CPUU."


def test_registrations_of_an_operator_can_be_taken_away_and_brought_back(visitor, page_file):
    page = visitor.open(page_file, "#/op/aten::mm")
    page.keyboard.press("t")
    page.wait_for_selector("#add-key")
    assert "why-DIRECT" in mark_of(page, "CPU")
    page.click("[aria-label='Remove the kernel at CPU']")
    assert "why-MISSING" in mark_of(page, "CPU")
    page.click("[aria-label='Bring back the kernel at CPU']")
    assert "why-DIRECT" in mark_of(page, "CPU")


def test_tables_of_random_registrations_are_those_that_python_computes(visitor, page_file, data):
    draw = random.Random(7)
    names = [key["name"] for key in data["keys"]]
    by_name = {key_name(key): key for key in DispatchKey if not key.name.startswith(("StartOf", "EndOf"))}
    aliases = range(len(names) - len(data["aliases"]), len(names))
    cases = []
    for _ in range(300):
        chosen = {*draw.sample(range(len(names)), draw.randrange(5)), *draw.sample(aliases, draw.randrange(4))}
        cases.append(sorted(chosen))
    page = visitor.open(page_file)
    tables = page.evaluate(
        """cases => cases.map(keys => {
            const { app, computeTable } = window.explorer;
            const table = computeTable(app.model.data, new Map(keys.map(key => [key, false])));
            return table.map(({ source, why }) => [source, app.model.whys[why].name]);
        })""",
        cases,
    )
    for case, table in zip(cases, tables, strict=True):
        choices = choose_all({by_name[names[number]] for number in case}, registry.fallbacks.kernels)
        wanted = {key_name(key): choice for key, choice in choices.items()}
        for number, (source, why) in enumerate(table):
            expected = wanted[names[number]]
            assert why == expected.why.name, (case, names[number])
            assert (None if source is None else by_name[names[source]]) == expected.source, (case, names[number])


# ---- the grid ----------------------------------------------------------------------------------------------------


def test_the_grid_shows_rules_and_opens_operators(visitor, page_file, data):
    page = visitor.open(page_file, "#/grid")
    assert f"{len(data['operators'])} operators" in page.inner_text(".grid-tools")
    page.fill("#search", "mul_.Tensor")
    row = page.locator(".grid-body .grid-row").first
    assert "← mul.Tensor" in row.inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("#detail h1:has-text('mul_')")


def test_the_grid_says_what_an_operator_lacks(visitor, data, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page_text(data=snapshot(["aten::add.Tensor", "aten::mm.dtype"])), encoding="utf-8")
    page = visitor.open(path, "#/grid")
    page.check("#gaps")
    assert page.locator(".grid-body .grid-row").count() == 1
    assert page.inner_text(".grid-note").startswith("mm.dtype: no rule: ")


# ---- recordings --------------------------------------------------------------------------------------------------


def has_colours(page):
    return page.evaluate(
        """() => {
            const canvas = document.getElementById("flame");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            const pixels = new Uint32Array(data.buffer);
            return new Set(pixels.filter(pixel => pixel >>> 24 === 255)).size;
        }"""
    )


def test_a_recording_is_a_flame_view_with_the_hops_of_each_call(visitor, recording_page_file):
    page = visitor.open(recording_page_file)
    assert page.inner_text("h1") == "6 calls"
    assert has_colours(page) > 4
    page.focus("#flame")
    page.keyboard.press("ArrowDown")
    assert page.inner_text("#call h2") == "aten::linear"
    page.keyboard.press("ArrowDown")
    assert page.inner_text("#call h2") == "aten::t"
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#call h2") == "aten::addmm"
    assert page.eval_on_selector_all(".hop", "hops => hops.map(hop => hop.textContent)") == [
        "AutogradCPUrecordedruns",
        "CPUaddmmruns",  # to which it is redispatched
    ]
    page.keyboard.press("ArrowDown")
    assert "called by" in page.inner_text("#call")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.inner_text("#call h2") == "aten::linear"


def test_the_flame_view_zooms_searches_and_shows_tips(visitor, recording_page_file):
    page = visitor.open(recording_page_file)
    flame = "window.explorer.app.view('recording').flame"
    span = page.evaluate(f"{flame}.to - {flame}.from")
    page.focus("#flame")
    page.keyboard.press("+")
    assert page.evaluate(f"{flame}.to - {flame}.from") < span
    page.keyboard.press("0")
    assert page.evaluate(f"{flame}.to - {flame}.from") == pytest.approx(span)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate(f"{flame}.to - {flame}.from") == pytest.approx(66_000, rel=0.01)
    page.keyboard.press("0")
    page.keyboard.press("/")
    page.keyboard.type("softmax")
    assert "2 calls" in page.inner_text(".flame-tools")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert "softmax" in page.inner_text("#call h2")
    box = page.locator("#flame").bounding_box()
    page.mouse.move(box["x"] + 80, box["y"] + 60)
    page.wait_for_selector(".tip:not([hidden])")
    assert "aten::linear" in page.inner_text(".tip")
    page.mouse.click(box["x"] + 80, box["y"] + 60)
    assert page.inner_text("#call h2") == "aten::linear"


def test_a_real_recording_is_shown(visitor, page_file, tmp_path):
    x, w = wye.ones(3, 4), wye.ones(2, 4, requires_grad=True)
    with wye.record() as recording:
        wye.softmax(wye.nn.functional.linear(x, w), -1).sum().backward()
    recording.save(tmp_path / "calls.json")
    page = visitor.open(page_file, "#/recording")
    page.set_input_files("#open-file", tmp_path / "calls.json")
    page.wait_for_selector("#flame")
    assert page.inner_text("h1") == f"{sum(not call.redispatched for call in recording.calls)} calls"
    page.focus("#flame")
    page.keyboard.press("Home")
    first = recording.calls[0]
    assert page.inner_text("#call h2") == first.op == "aten::linear"
    assert first.place in page.inner_text("#call")
    rows = page.eval_on_selector_all(
        ".below-flame tbody tr", "rows => rows.map(({ cells }) => [cells[0].textContent, Number(cells[1].textContent)])"
    )
    wanted = Counter(call.op for call in recording.calls if not call.redispatched)
    assert dict(map(tuple, rows)) == wanted


def test_the_colour_of_a_call_tells_composites_from_kernels_and_fallbacks(visitor, recording_page_file):
    page = visitor.open(recording_page_file)
    kinds = page.evaluate("window.explorer.app.view('recording').recording.calls.map(call => [call.op, call.kind])")
    assert [kind for op, kind in kinds if op == "aten::linear"] == ["other"]
    assert [kind for op, kind in kinds if op == "aten::addmm"] == ["autograd", "backend"]
    assert [kind for op, kind in kinds if op == "aten::_softmax"] == ["fallback"]


def test_calls_that_were_not_kept_are_counted(visitor, recording_page_file):
    page = visitor.open(recording_page_file)
    assert "2 calls more were made and not kept" in page.inner_text(".op-head")


def test_fallbacks_of_a_recording_are_named(visitor, recording_page_file):
    page = visitor.open(recording_page_file)
    page.click("text=1 call used a fallback")
    page.click("button:has-text('no batching rule')")
    assert page.inner_text("#call h2") == "aten::_softmax"
    assert "a loop over 64 examples" in page.inner_text("#call .warn")


def test_a_recording_is_opened_from_a_file(visitor, page_file, recording_file):
    page = visitor.open(page_file, "#/recording")
    assert "Open a recording" in page.inner_text("#main")
    page.set_input_files("#open-file", recording_file)
    page.wait_for_selector("#flame")
    assert page.inner_text("h1") == "6 calls"
    assert "calls.json" in page.inner_text(".crumbs")


def test_a_recording_can_be_dropped_on_any_view(visitor, page_file, recording):
    page = visitor.open(page_file, "#/grid")
    page.evaluate(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "dropped.json", { type: "application/json" }));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
        }""",
        json.dumps(recording),
    )
    page.wait_for_selector("#flame")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<html>", "is no JSON file"),
        ('{"traceEvents": []}', "no list of calls"),
        ('{"version": 9, "calls": []}', "version 9"),
        ('{"version": 1, "calls": [{"op": 3}]}', "no operator"),
        ('{"version": 1, "calls": [{"op": "f", "start_ns": 0, "duration_ns": 1, "parent": 0}]}', "not before it"),
    ],
)
def test_a_file_that_is_no_recording_is_refused_with_the_reason(visitor, page_file, tmp_path, text, words):
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    page = visitor.open(page_file, "#/recording")
    page.set_input_files("#open-file", path)
    page.wait_for_selector("[role=alert]")
    assert words in page.inner_text("[role=alert]")


def test_a_recording_of_very_deep_calls_is_drawn(visitor, page_file, tmp_path):
    call = {"op": "f", "key": "CPU", "kernel": "f", "shapes": [None], "dtypes": ["int64"]}
    calls = [
        {**call, "start_ns": i, "duration_ns": 20_000 - 2 * i, "parent": i - 1 if i else None} for i in range(3_000)
    ]
    path = tmp_path / "deep.json"
    path.write_text(json.dumps({"version": 1, "calls": calls}), encoding="utf-8")
    page = visitor.open(page_file, "#/recording")
    page.set_input_files("#open-file", path)
    page.wait_for_selector("#flame")
    assert has_colours(page) > 1
    page.focus("#flame")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert "called by" in page.inner_text("#call")


def test_names_in_a_recording_are_text(visitor, recording_page_file):
    page = visitor.open(recording_page_file)
    assert "demo::<b>bold</b>" in page.inner_text(".below-flame")
    assert page.locator(".below-flame td b").count() == 0


# ---- keyboard, colours, sizes ------------------------------------------------------------------------------------


def test_everything_is_reached_from_the_keyboard(visitor, page_file):
    page = visitor.open(page_file)
    page.keyboard.press("/")
    page.keyboard.type("softmax")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "detail"
    assert page.inner_text("#detail h1") == "softmax.int"
    page.keyboard.press("j")
    assert page.inner_text("#detail h1") != "softmax.int"
    for key, words in (("2", "CompositeImplicitAutograd"), ("3", "An empty operator"), ("4", "The grid")):
        page.keyboard.press(key)
        page.wait_for_selector(f"h1:has-text('{words}')")
    page.keyboard.press("5")
    page.wait_for_selector("text=Open a recording")
    page.keyboard.press("?")
    assert page.is_visible("text=Keyboard shortcuts")
    page.keyboard.press("Escape")
    assert not page.is_visible("dialog")


def test_arrow_keys_walk_over_the_map(visitor, page_file):
    page = visitor.open(page_file, "#/op/aten::add.Tensor")
    page.focus(".cell[tabindex='0']")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("CUDA")
    assert "CUDA" in page.inner_text("#key-card")
    for _ in range(5):
        page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("AutogradCUDA")
    assert page.locator(".cell[tabindex='0']").count() == 1  # one stop of Tab, not 143


def test_what_has_the_focus_is_visible(visitor, page_file):
    page = visitor.open(page_file, "#/op/aten::add.Tensor")
    for _ in range(25):
        page.keyboard.press("Tab")
        style = page.evaluate(
            """() => {
                const style = getComputedStyle(document.activeElement);
                return [document.activeElement.className, style.outlineStyle, style.boxShadow];
            }"""
        )
        assert style[1] != "none" or style[2] != "none", style


@pytest.mark.parametrize("address", VIEWS)
def test_all_controls_have_names(visitor, recording_page_file, address):
    page = visitor.open(recording_page_file, address)
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, canvas")].filter(element =>
            !(element.textContent.trim() || element.getAttribute("aria-label") || element.labels?.length)
        ).map(element => element.outerHTML)"""
    )
    assert unnamed == []


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_light_and_dark_follow_the_system_and_the_switch(visitor, recording_page_file):
    dark = visitor.open(recording_page_file, color_scheme="dark")
    light = visitor.open(recording_page_file, color_scheme="light")
    assert (background(dark), background(light)) == ("rgb(21, 22, 25)", "rgb(250, 249, 246)")
    before = light.screenshot()
    light.keyboard.press("d")  # light, whatever the system has
    light.keyboard.press("d")  # dark
    assert background(light) == "rgb(21, 22, 25)"
    assert light.screenshot() != before
    light.reload()
    light.wait_for_selector("#tabs a")
    assert background(light) == "rgb(21, 22, 25)"  # remembered


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(visitor, page_file, scheme):
    page = visitor.open(page_file, "#/op/aten::softmax.int", color_scheme=scheme)
    low = page.evaluate(
        """() => {
            const linear = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
            const luminance = colour => {
                const [r, g, b] = colour.match(/[\\d.]+/g).map(value => linear(value / 255));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const behind = element => {
                for (let e = element; e; e = e.parentElement) {
                    const colour = getComputedStyle(e).backgroundColor;
                    if (!/, 0\\)$/.test(colour)) return colour;
                }
                return "rgb(255, 255, 255)";
            };
            const hasText = element => [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
            return [...document.querySelectorAll("#main *")].filter(hasText).flatMap(element => {
                const both = [getComputedStyle(element).color, behind(element)].map(luminance);
                const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
                return ratio < 4.5 ? [`${element.className}: ${ratio.toFixed(2)}`] : [];
            });
        }"""
    )
    assert sorted(set(low)) == []


@pytest.mark.parametrize("address", VIEWS)
def test_a_narrow_window_does_not_scroll_sideways(visitor, recording_page_file, address):
    page = visitor.open(recording_page_file, address, viewport={"width": 420, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 420


# ---- exported, served --------------------------------------------------------------------------------------------


def test_an_exported_page_asks_for_nothing(visitor, recording_page_file):
    page = visitor.open(recording_page_file)
    for key in "12345":
        page.keyboard.press(key)
    assert visitor.requests == [recording_page_file.as_uri()]


def test_a_served_page_reads_its_data_from_its_server(visitor, data, recording, monkeypatch):
    monkeypatch.setattr(server_module, "snapshot", lambda: data)
    with Server(recording=recording) as server:
        page = visitor.open(server.address)
        assert page.inner_text("h1") == "6 calls"
        page.keyboard.press("1")
        page.wait_for_selector(".found-count")  # the view of recordings has a search, too
        assert look(page, "softmax")[0] == "softmax.int"
        names = [url.removeprefix(server.address) for url in visitor.requests]
    assert names == ["", "data.json", "recording.json"]


def test_a_page_whose_server_is_gone_says_so(visitor, data, monkeypatch):
    monkeypatch.setattr(server_module, "snapshot", lambda: 1 / 0)
    with Server() as server:
        context = visitor._browser.new_context()
        page = context.new_page()
        page.goto(server.address)
        page.wait_for_selector("text=The registry could not be read")
        context.close()
