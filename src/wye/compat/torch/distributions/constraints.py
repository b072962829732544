"""`torch.distributions.constraints`.  Aliases only."""

from __future__ import annotations

from wye.distributions.constraints import *  # noqa: F403 - one module under two names
from wye.distributions.constraints import __all__ as __all__
from wye.distributions.constraints import _Boolean as _Boolean
from wye.distributions.constraints import _Cat as _Cat
from wye.distributions.constraints import _CorrCholesky as _CorrCholesky
from wye.distributions.constraints import _Dependent as _Dependent
from wye.distributions.constraints import _DependentProperty as _DependentProperty
from wye.distributions.constraints import _GreaterThan as _GreaterThan
from wye.distributions.constraints import _GreaterThanEq as _GreaterThanEq
from wye.distributions.constraints import _HalfOpenInterval as _HalfOpenInterval
from wye.distributions.constraints import _Independent as _Independent
from wye.distributions.constraints import _IntegerGreaterThan as _IntegerGreaterThan
from wye.distributions.constraints import _IntegerInterval as _IntegerInterval
from wye.distributions.constraints import _IntegerLessThan as _IntegerLessThan
from wye.distributions.constraints import _Interval as _Interval
from wye.distributions.constraints import _LessThan as _LessThan
from wye.distributions.constraints import _LowerCholesky as _LowerCholesky
from wye.distributions.constraints import _LowerTriangular as _LowerTriangular
from wye.distributions.constraints import _Multinomial as _Multinomial
from wye.distributions.constraints import _OneHot as _OneHot
from wye.distributions.constraints import _PositiveDefinite as _PositiveDefinite
from wye.distributions.constraints import _PositiveSemidefinite as _PositiveSemidefinite
from wye.distributions.constraints import _Real as _Real
from wye.distributions.constraints import _Simplex as _Simplex
from wye.distributions.constraints import _Square as _Square
from wye.distributions.constraints import _Stack as _Stack
from wye.distributions.constraints import _Symmetric as _Symmetric
