"""Kinds of symbols, by their names."""

from wye.symbolic.kinds import SymT, free_symbol_is_type, is_unbacked, make_symbol, symbol_is_type


def test_the_kind_of_a_symbol_follows_from_its_name():
    size, count, number = make_symbol(SymT.SIZE, 3), make_symbol(SymT.UNBACKED_INT, 0), make_symbol(SymT.FLOAT, 1)
    assert [str(one) for one in (size, count, number)] == ["s3", "u0", "zf1"]
    assert symbol_is_type(size, SymT.SIZE)
    assert symbol_is_type(count, (SymT.SIZE, SymT.UNBACKED_INT))
    assert not symbol_is_type(number, (SymT.SIZE, SymT.UNBACKED_FLOAT))
    assert free_symbol_is_type(size + count, SymT.UNBACKED_INT)
    assert not free_symbol_is_type(size + 1, SymT.UNBACKED_INT)


def test_what_depends_on_data_is_unbacked(env, size):
    made = [env.create_unbacked_symint(), env.create_unbacked_symfloat(), size(5)]
    assert [is_unbacked(one.node.expr) for one in made] == [True, True, False]
