"""Modules to make and to call on both sides: the text of the constructor, and the shapes or numbers of its inputs.

An input is a shape of random floats, `Whole(shape, below)` for integers, or `Sign(shape)` for 1 and -1.
"""

from dataclasses import dataclass

__all__ = ["CALLS", "Sign", "Unit", "Whole"]


@dataclass(frozen=True)
class Whole:
    shape: tuple[int, ...]
    below: int


@dataclass(frozen=True)
class Sign:
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Unit:
    """Numbers between 0 and 1."""

    shape: tuple[int, ...]


_X = (2, 3, 5)
_IMAGE = (2, 4, 6, 6)
_VOLUME = (2, 4, 4, 4, 4)
_ACTIVATIONS = (
    "ReLU()", "ReLU(inplace=True)", "ReLU6()", "RReLU().eval()", "SELU()", "CELU(0.5)", "GELU()",
    "GELU(approximate='tanh')", "Sigmoid()", "SiLU()", "Mish()", "Softplus()", "Softplus(2, 3)", "Softshrink(0.3)",
    "Softsign()", "Tanh()", "Tanhshrink()", "Threshold(0.1, 20)", "ELU(0.7)", "Hardshrink(0.3)", "Hardsigmoid()",
    "Hardtanh(-0.5, 0.5)", "Hardswish()", "LeakyReLU(0.2, True)", "LogSigmoid()", "Softmin(1)", "Softmax(1)",
    "Softmax(dim=-1)", "LogSoftmax(1)", "PReLU()", "PReLU(3)", "Identity()", "Identity(3, a=4)",
    "Dropout(0.3).eval()", "Dropout1d().eval()", "AlphaDropout().eval()", "FeatureAlphaDropout().eval()",
    "Flatten()", "Flatten(0, 1)", "Unflatten(1, (3, 1))", "LocalResponseNorm(3)", "LayerNorm(5)",
    "LayerNorm((3, 5), eps=1e-3)", "LayerNorm(5, bias=False)", "LayerNorm(5, elementwise_affine=False)", "RMSNorm(5)",
    "RMSNorm((3, 5), eps=1e-3)", "RMSNorm(5, elementwise_affine=False)", "GroupNorm(3, 3)",
    "GroupNorm(1, 3, affine=False)", "GroupNorm(1, 3, bias=False)", "BatchNorm1d(3)", "BatchNorm1d(3).eval()",
    "BatchNorm1d(3, affine=False)", "BatchNorm1d(3, track_running_stats=False)", "BatchNorm1d(3, momentum=None)",
    "BatchNorm1d(3, bias=False)", "InstanceNorm1d(3)", "InstanceNorm1d(3, affine=True, track_running_stats=True)",
    "Linear(5, 4)", "Linear(5, 4, bias=False)", "Linear(5, 4, dtype=torch.float32)", "AvgPool1d(2)",
    "AvgPool1d(3, 2, 1, count_include_pad=False)", "MaxPool1d(2)", "MaxPool1d(2, return_indices=True)",
    "LPPool1d(2, 2)", "AdaptiveAvgPool1d(2)", "AdaptiveMaxPool1d(2)", "AdaptiveMaxPool1d(2, return_indices=True)",
    "ConstantPad1d(1, 2.5)", "ZeroPad1d((1, 2))", "ReflectionPad1d(2)", "ReplicationPad1d(2)", "CircularPad1d((1, 2))",
    "Conv1d(3, 4, 2)", "Conv1d(3, 6, 3, padding='same', groups=3)",
    "Conv1d(3, 4, 3, padding=1, padding_mode='circular')",
    "ConvTranspose1d(3, 4, 2)", "ConvTranspose1d(3, 6, 3, 2, 1, 1, groups=3, bias=False)", "Upsample(scale_factor=2)",
    "Upsample(7, mode='linear', align_corners=True)", "ChannelShuffle(3)",
)  # fmt: skip
_IMAGES = (
    "Conv2d(4, 6, 3)", "Conv2d(4, 6, 3, stride=2, padding=1)", "Conv2d(4, 6, (2, 3), padding=(1, 0), dilation=(1, 2))",
    "Conv2d(4, 4, 3, groups=4, bias=False)", "Conv2d(4, 6, 3, padding=1, padding_mode='reflect')",
    "Conv2d(4, 6, 3, padding='valid')", "ConvTranspose2d(4, 6, 3, stride=2, output_padding=1)", "BatchNorm2d(4)",
    "InstanceNorm2d(4)", "Softmax2d()", "GLU(1)", "Dropout2d(0.2).eval()", "AvgPool2d(2)",
    "AvgPool2d(3, 2, 1, divisor_override=2)", "MaxPool2d(2)", "MaxPool2d(3, stride=2, padding=1, ceil_mode=True)",
    "LPPool2d(2, 3)", "AdaptiveAvgPool2d((2, None))", "AdaptiveAvgPool2d(1)", "AdaptiveMaxPool2d(3)",
    "ConstantPad2d(1, 2.0)", "ZeroPad2d(1)", "ReflectionPad2d(1)", "ReplicationPad2d(2)", "CircularPad2d(1)",
    "Unfold(2)", "PixelShuffle(2)", "PixelUnshuffle(2)", "UpsamplingNearest2d(scale_factor=2)",
    "UpsamplingBilinear2d((7, 8))", "Upsample(scale_factor=(2, 1.5), mode='bilinear')",
    "Sequential(Conv2d(4, 5, 3), ReLU(), Flatten(), Linear(80, 3))",
)  # fmt: skip
_VOLUMES = (
    "Conv3d(4, 2, 3)", "ConvTranspose3d(4, 2, 2)", "BatchNorm3d(4)", "InstanceNorm3d(4)", "AvgPool3d(2)",
    "MaxPool3d(2)", "LPPool3d(2, 2)", "AdaptiveAvgPool3d(2)", "AdaptiveMaxPool3d((2, 1, None))", "ZeroPad3d(1)",
    "ConstantPad3d(1, 0.5)", "ReflectionPad3d(1)", "ReplicationPad3d(1)", "CircularPad3d(1)", "Dropout3d().eval()",
)  # fmt: skip
_PAIRS = (
    "L1Loss()", "L1Loss(reduction='sum')", "MSELoss()", "MSELoss(reduction='none')", "SmoothL1Loss(beta=0.5)",
    "HuberLoss(delta=0.3)", "PoissonNLLLoss()", "KLDivLoss(reduction='batchmean')", "CosineSimilarity()",
    "PairwiseDistance(p=1)", "BCEWithLogitsLoss()", "MultiLabelSoftMarginLoss()",
)  # fmt: skip
CALLS = [
    *((text, (_X,)) for text in _ACTIVATIONS),
    *((text, (_IMAGE,)) for text in _IMAGES),
    *((text, (_VOLUME,)) for text in _VOLUMES),
    *((text, ((4, 5), (4, 5))) for text in _PAIRS),
    ("InstanceNorm1d(3)", ((3, 5),)),
    ("Bilinear(3, 4, 2)", ((5, 3), (5, 4))),
    ("BatchNorm1d(5)", ((4, 5),)),
    ("Fold((4, 4), 2)", ((2, 8, 9),)),
    ("MaxUnpool1d(2)", ((1, 1, 3), Whole((1, 1, 3), 6))),
    ("Embedding(7, 3)", (Whole((2, 4), 7),)),
    ("Embedding(7, 3, padding_idx=-1)", (Whole((2, 4), 7),)),
    ("Embedding(7, 3, max_norm=0.5, norm_type=1)", (Whole((4,), 7),)),
    ("EmbeddingBag(7, 3)", (Whole((2, 4), 7),)),
    ("EmbeddingBag(7, 3, mode='max', padding_idx=2)", (Whole((2, 4), 7),)),
    ("EmbeddingBag(7, 3, mode='sum')", (Whole((2, 4), 7), None, (2, 4))),
    ("NLLLoss()", ((4, 5), Whole((4,), 5))),
    ("NLLLoss(torch.arange(5.0), ignore_index=1, reduction='sum')", ((4, 5), Whole((4,), 5))),
    ("CrossEntropyLoss()", ((4, 5), Whole((4,), 5))),
    ("CrossEntropyLoss(label_smoothing=0.1)", ((4, 5, 2), Whole((4, 2), 5))),
    ("GaussianNLLLoss(full=True)", ((4, 5), (4, 5), Unit((4, 5)))),
    ("BCELoss()", (Unit((4, 5)), Unit((4, 5)))),
    ("BCEWithLogitsLoss(pos_weight=torch.ones(5))", ((4, 5), Unit((4, 5)))),
    ("HingeEmbeddingLoss(0.5)", ((4, 5), Sign((4, 5)))),
    ("MultiLabelMarginLoss()", ((4, 5), Whole((4, 5), 5))),
    ("SoftMarginLoss()", ((4, 5), Sign((4, 5)))),
    ("CosineEmbeddingLoss(0.1)", ((4, 5), (4, 5), Sign((4,)))),
    ("MarginRankingLoss(0.1)", ((4,), (4,), Sign((4,)))),
    ("MultiMarginLoss(2)", ((4, 5), Whole((4,), 5))),
    ("TripletMarginLoss(swap=True)", ((4, 5), (4, 5), (4, 5))),
    ("TripletMarginWithDistanceLoss(margin=0.5)", ((4, 5), (4, 5), (4, 5))),
    ("MultiheadAttention(8, 2)", ((5, 2, 8),) * 3),
    ("MultiheadAttention(8, 2, batch_first=True, bias=False)", ((2, 5, 8), (2, 3, 8), (2, 3, 8))),
    ("MultiheadAttention(8, 4, 0.0, True, True, True, kdim=3, vdim=4)", ((5, 2, 8), (3, 2, 3), (3, 2, 4))),
    ("TransformerEncoderLayer(8, 2, 16, dropout=0.0)", ((5, 2, 8),)),
    ("TransformerEncoderLayer(8, 2, 16, 0.0, 'gelu', batch_first=True, norm_first=True)", ((2, 5, 8),)),
    ("TransformerDecoderLayer(8, 2, 16, dropout=0.0)", ((5, 2, 8), (3, 2, 8))),
    ("TransformerEncoder(TransformerEncoderLayer(8, 2, 16, 0.0), 2, LayerNorm(8), False)", ((5, 2, 8),)),
    ("Transformer(8, 2, 1, 1, 16, 0.0)", ((5, 2, 8), (3, 2, 8))),
]  # fmt: skip
