"""Schemas: windows of signals."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
bartlett_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
bartlett_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
bartlett_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
bartlett_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
blackman_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
blackman_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
blackman_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
blackman_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
hamming_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
hamming_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
hamming_window.periodic_alpha(int window_length, bool periodic, float alpha, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
hamming_window.periodic_alpha_beta(int window_length, bool periodic, float alpha, float beta, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
hamming_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
hamming_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
hamming_window.periodic_alpha_out(int window_length, bool periodic, float alpha, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
hamming_window.periodic_alpha_beta_out(int window_length, bool periodic, float alpha, float beta, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
hann_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
hann_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
hann_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
hann_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
kaiser_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
kaiser_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
kaiser_window.beta(int window_length, bool periodic, float beta, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
kaiser_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
kaiser_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
kaiser_window.beta_out(int window_length, bool periodic, float beta, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
