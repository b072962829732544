"""Modules that say whether their code has been made."""

import wye
from wye.fx import GraphModule, make_fx, symbolic_trace
from wye.fx.lazy_modules import LazyGraphModule, force_skip_lazy_modules, make_graph_module, use_lazy_modules


def traced():
    with use_lazy_modules(True):
        return symbolic_trace(lambda x: x.sin())


def test_traces_make_lazy_modules_where_they_are_wanted():
    assert isinstance(traced(), LazyGraphModule)
    assert not isinstance(symbolic_trace(lambda x: x), LazyGraphModule)
    with use_lazy_modules(True):
        assert isinstance(make_fx(lambda x: x.sin())(wye.ones(2)), LazyGraphModule)
        with use_lazy_modules(False):
            assert type(symbolic_trace(lambda x: x)).__mro__[1] is GraphModule
    with force_skip_lazy_modules(), use_lazy_modules(True):
        assert not isinstance(make_graph_module({}, traced().graph), LazyGraphModule)


def test_code_is_made_by_calls_and_by_reading_it_and_again_after_recompile():
    module = traced()
    for use in (lambda: module(wye.ones(2)), lambda: module.code, lambda: module.forward, module.real_recompile):
        assert module._needs_recompile()
        use()
        assert not module._needs_recompile()
        module.recompile()


def test_a_lazy_module_of_another_has_its_graph():
    plain = symbolic_trace(lambda x: x + 1)
    lazy = LazyGraphModule.from_graphmodule(plain)
    assert lazy(1) == 2
    assert LazyGraphModule.from_graphmodule(lazy) is lazy
    lazy.recompile()
    LazyGraphModule.force_recompile(lazy)
    assert not lazy._needs_recompile()
    LazyGraphModule.force_recompile(plain)
