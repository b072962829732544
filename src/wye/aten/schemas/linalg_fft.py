"""Schemas: discrete Fourier transforms."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
_fft_c2r(Tensor self, int[] dim, int normalization, SymInt last_dim_size) -> Tensor | core pt2_compliant_tag | public(function)
_fft_c2r.out(Tensor self, int[] dim, int normalization, SymInt last_dim_size, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(any) layout(row_major) public(function)
_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor | core pt2_compliant_tag | public(function)
_fft_r2c.out(Tensor self, int[] dim, int normalization, bool onesided, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable) layout(row_major) public(function)
_fft_c2c(Tensor self, SymInt[] dim, int normalization, bool forward) -> Tensor | pt2_compliant_tag | public(function)
_fft_c2c.out(Tensor self, SymInt[] dim, int normalization, bool forward, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(any) layout(row_major) public(function)
fft_fft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_fft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_ifft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_ifft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_rfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_rfft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_irfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_irfft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_hfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_hfft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_ihfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_ihfft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_fft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_fft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_ifft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_ifft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_rfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_rfft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_irfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_irfft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_fftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_fftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_ifftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_ifftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_rfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_rfftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_irfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_irfftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_hfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_hfft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_ihfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_ihfft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_hfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_hfftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_ihfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor | pt2_compliant_tag | public(function)
fft_ihfftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor | pt2_compliant_tag | public(function)
fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor | pt2_compliant_tag | public(function)
fft_fftfreq(int n, float d=1., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
fft_fftfreq.out(int n, float d=1., *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
fft_rfftfreq(int n, float d=1., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
fft_rfftfreq.out(int n, float d=1., *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
stft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool normalized=False, bool? onesided=None, bool? return_complex=None, bool? align_to_window=None) -> Tensor | pt2_compliant_tag
stft.center(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool center=True, str pad_mode="reflect", bool normalized=False, bool? onesided=None, bool? return_complex=None, bool? align_to_window=None) -> Tensor | pt2_compliant_tag
istft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool center=True, bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False) -> Tensor | pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
