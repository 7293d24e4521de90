"""A language model of a few random weights: its files for servers, and its probabilities.

The architecture is “llama” with one layer, in the formats of llama.cpp (GGUF) and of transformers.
The probabilities are computed here with numpy from the same weights, so that those of a server can
be compared with them.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

WIDTH, HEADS, INNER, CONTEXT = 32, 2, 64, 8192
EPSILON = 1e-5
ROPE_BASE = 10_000.0
TEMPLATE = (
    "{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}assistant:"
)
# “▁” is the space of this tokenizer. Digits have a third token, their byte, so that several tokens
# are written as the same text.
ALLOWED = {"follows": ("Yes", "No"), "rating": ("1", "2", "3", "4", "5")}
ANSWERS = [f"{space}{one}" for space in ("", "▁") for some in ALLOWED.values() for one in some]
# The signs of answers in JSON.
SIGNS = [*'{}":,▁']
_UNKNOWN, _START, _END = range(3)
# Types of tokens and of values in the format.
_NORMAL, _UNKNOWN_TYPE, _CONTROL, _BYTE = 1, 2, 3, 6
_UINT, _INT, _FLOAT, _BOOL, _STRING, _ARRAY = 4, 5, 6, 7, 8, 9
# The names of the weights in GGUF and in transformers.
_LAYER = "model.layers.0"
_NAMES = {
    "token_embd.weight": "model.embed_tokens.weight",
    "output_norm.weight": "model.norm.weight",
    "output.weight": "lm_head.weight",
    "blk.0.attn_norm.weight": f"{_LAYER}.input_layernorm.weight",
    "blk.0.ffn_norm.weight": f"{_LAYER}.post_attention_layernorm.weight",
    **{f"blk.0.attn_{one}.weight": f"{_LAYER}.self_attn.{one}_proj.weight" for one in "qkv"},
    "blk.0.attn_output.weight": f"{_LAYER}.self_attn.o_proj.weight",
    **{
        f"blk.0.ffn_{one}.weight": f"{_LAYER}.mlp.{one}_proj.weight"
        for one in ("gate", "up", "down")
    },
}


class TinyModel:
    """A model with random weights that mostly answers with one of `ANSWERS`.

    `question`: the one whose answers are likely
    `ends`: whether its answer then ends; otherwise it goes on until a limit
    """

    def __init__(self, seed: int, question: str = "rating", *, ends: bool = True) -> None:
        random = np.random.default_rng(seed)
        self.tokens = ["<unk>", "<s>", "</s>", *(f"<0x{n:02X}>" for n in range(256))]
        self.tokens += [*SIGNS, *ANSWERS]
        count = len(self.tokens)

        def weights(*shape: int, spread: float = 0.3) -> NDArray[np.float32]:
            return random.normal(0, spread, shape).astype("f4")

        self.weights = {
            "token_embd.weight": weights(count, WIDTH),
            "output_norm.weight": np.ones(WIDTH, "f4"),
            "output.weight": weights(count, WIDTH),
            "blk.0.attn_norm.weight": np.ones(WIDTH, "f4"),
            "blk.0.ffn_norm.weight": np.ones(WIDTH, "f4"),
            **{f"blk.0.attn_{name}.weight": weights(WIDTH, WIDTH) for name in "qkv"},
            "blk.0.attn_output.weight": weights(WIDTH, WIDTH, spread=0.1),
            "blk.0.ffn_gate.weight": weights(INNER, WIDTH),
            "blk.0.ffn_up.weight": weights(INNER, WIDTH),
            "blk.0.ffn_down.weight": weights(WIDTH, INNER, spread=0.03),
        }
        # The first number is large for every token and makes answers likely. The second is large
        # for answers only, and makes the end or a quotation mark likely.
        embedding, output = self.weights["token_embd.weight"], self.weights["output.weight"]
        answers = slice(count - len(ANSWERS), count)
        embedding[:, :2] = (6, 0)
        embedding[answers, 1] = 6
        output[:, :2] = 0
        for place, token in enumerate(self.tokens):
            text = _text(token)
            if text in ANSWERS:
                output[place, 0] = 3 if text in ALLOWED[question] else 2.5
        output[self.tokens.index('"'), 1] = 8
        output[_END, 1] = 9 if ends else -9

    def chances(self, prompt: Sequence[int], most: int) -> dict[str, float]:
        """Return the probabilities of the `most` probable tokens after a prompt.

        Those of tokens that differ only in the spaces around them are added up.
        """
        logits = self.logits(prompt)
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        result: dict[str, float] = {}
        for place in np.argsort(-shares)[:most]:
            text = _text(self.tokens[place])
            result[text] = result.get(text, 0.0) + float(shares[place])
        return result

    def prompt(self, messages: Sequence[dict[str, str]]) -> list[int]:
        """Return the tokens that transformers makes of messages."""
        lines = [f"{one['role']}: {one['content']}\n" for one in messages]
        result = [_START]
        for letter in ("".join(lines) + "assistant:").replace(" ", "▁"):
            known = [letter] if letter in self.tokens else [f"<0x{n:02X}>" for n in letter.encode()]
            result += map(self.tokens.index, known)
        return result

    def best(self, messages: Sequence[dict[str, str]]) -> str:
        """Return the most probable first token of an answer in transformers, as its text."""
        return _text(self.tokens[int(np.argmax(self.logits(self.prompt(messages))))])

    def logits(self, prompt: Sequence[int]) -> Array:
        """Return the logit of each token after a prompt."""
        part = {name: value.astype(np.float64) for name, value in self.weights.items()}
        x = part["token_embd.weight"][list(prompt)]
        h = _normed(x)
        q, k, v = (_by_head(h @ part[f"blk.0.attn_{name}.weight"].T) for name in "qkv")
        q, k = _rotated(q), _rotated(k)
        fit = np.einsum("hid,hjd->hij", q, k) / np.sqrt(WIDTH / HEADS)
        fit[:, np.triu(np.ones(fit.shape[1:], bool), 1)] = -np.inf
        fit = np.exp(fit - fit.max(axis=2, keepdims=True))
        fit /= fit.sum(axis=2, keepdims=True)
        seen = np.einsum("hij,hjd->ihd", fit, v).reshape(len(x), WIDTH)
        x = x + seen @ part["blk.0.attn_output.weight"].T
        h = _normed(x)
        gate = h @ part["blk.0.ffn_gate.weight"].T
        inner = gate / (1 + np.exp(-gate)) * (h @ part["blk.0.ffn_up.weight"].T)
        x = x + inner @ part["blk.0.ffn_down.weight"].T
        last: Array = _normed(x[-1]) @ part["output.weight"].T
        return last

    def write(self, path: Path) -> Path:
        """Write the model as a GGUF file."""
        types = [
            _UNKNOWN_TYPE,
            _CONTROL,
            _CONTROL,
            *[_BYTE] * 256,
            *[_NORMAL] * len(SIGNS + ANSWERS),
        ]
        values: dict[str, tuple[int, Any]] = {
            "general.architecture": (_STRING, "llama"),
            "llama.context_length": (_UINT, CONTEXT),
            "llama.embedding_length": (_UINT, WIDTH),
            "llama.block_count": (_UINT, 1),
            "llama.feed_forward_length": (_UINT, INNER),
            "llama.attention.head_count": (_UINT, HEADS),
            "llama.attention.head_count_kv": (_UINT, HEADS),
            "llama.attention.layer_norm_rms_epsilon": (_FLOAT, EPSILON),
            "llama.rope.dimension_count": (_UINT, WIDTH // HEADS),
            "llama.rope.freq_base": (_FLOAT, ROPE_BASE),
            "llama.vocab_size": (_UINT, len(self.tokens)),
            "tokenizer.ggml.model": (_STRING, "llama"),
            "tokenizer.ggml.tokens": (_ARRAY, (_STRING, self.tokens)),
            "tokenizer.ggml.scores": (_ARRAY, (_FLOAT, [0.0] * len(self.tokens))),
            "tokenizer.ggml.token_type": (_ARRAY, (_INT, types)),
            "tokenizer.ggml.unknown_token_id": (_UINT, _UNKNOWN),
            "tokenizer.ggml.bos_token_id": (_UINT, _START),
            "tokenizer.ggml.eos_token_id": (_UINT, _END),
            "tokenizer.ggml.add_space_prefix": (_BOOL, False),
            "tokenizer.chat_template": (_STRING, TEMPLATE),
        }
        head = b"GGUF" + struct.pack("<IQQ", 3, len(self.weights), len(values))
        for name, (kind, value) in values.items():
            head += _packed(_STRING, name) + struct.pack("<I", kind) + _packed(kind, value)
        data = b""
        for name, tensor in self.weights.items():
            shape = tensor.shape[::-1]
            head += _packed(_STRING, name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
            head += struct.pack("<IQ", 0, len(data))
            data += _padded(tensor.astype("<f4").tobytes())
        path.write_bytes(_padded(head) + data)
        return path

    def write_folder(self, folder: Path) -> Path:
        """Write the model as the files that transformers loads."""
        folder.mkdir(parents=True)
        config = {
            "architectures": ["LlamaForCausalLM"],
            "model_type": "llama",
            "dtype": "float32",
            "vocab_size": len(self.tokens),
            "hidden_size": WIDTH,
            "intermediate_size": INNER,
            "num_hidden_layers": 1,
            "num_attention_heads": HEADS,
            "max_position_embeddings": CONTEXT,
            "rms_norm_eps": EPSILON,
            "rope_theta": ROPE_BASE,
            "tie_word_embeddings": False,
            "bos_token_id": _START,
            "eos_token_id": _END,
        }
        special = {"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"}
        named = {"tokenizer_class": "PreTrainedTokenizerFast", **special}
        files = {
            "config.json": config,
            "tokenizer.json": self._tokenizer(),
            "tokenizer_config.json": {**named, "chat_template": "{{ bos_token }}" + TEMPLATE},
        }
        for name, value in files.items():
            (folder / name).write_text(json.dumps(value), "utf-8")
        (folder / "model.safetensors").write_bytes(self._safetensors())
        return folder

    def _tokenizer(self) -> dict[str, Any]:
        """Return a tokenizer without merges: each character is a token, or its bytes are."""
        space = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
        back = {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}
        added = [
            {
                "id": place,
                "content": self.tokens[place],
                "special": True,
                **dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False),
            }
            for place in (_UNKNOWN, _START, _END)
        ]
        return {
            "version": "1.0",
            "added_tokens": added,
            "normalizer": space,
            "decoder": {
                "type": "Sequence",
                "decoders": [back, {"type": "ByteFallback"}, {"type": "Fuse"}],
            },
            "model": {
                "type": "BPE",
                "unk_token": "<unk>",
                "byte_fallback": True,
                "vocab": {token: place for place, token in enumerate(self.tokens)},
                "merges": [],
            },
        }

    def _safetensors(self) -> bytes:
        """Return the weights in the format safetensors."""
        head: dict[str, Any] = {}
        data = b""
        for name, tensor in self.weights.items():
            # The two formats pair the numbers of a rotation differently.
            if name in ("blk.0.attn_q.weight", "blk.0.attn_k.weight"):
                tensor = tensor.reshape(HEADS, -1, 2, WIDTH).swapaxes(1, 2).reshape(WIDTH, WIDTH)
            raw = tensor.astype("<f4").tobytes()
            head[_NAMES[name]] = {
                "dtype": "F32",
                "shape": list(tensor.shape),
                "data_offsets": [len(data), len(data) + len(raw)],
            }
            data += raw
        spelled = json.dumps(head).encode()
        spelled += b" " * (-len(spelled) % 8)
        return struct.pack("<Q", len(spelled)) + spelled + data


def _text(token: str) -> str:
    """Return the text of a token without spaces around it."""
    return chr(int(token[3:5], 16)) if token.startswith("<0x") else token.strip("▁")


def _normed(x: Array) -> Array:
    result: Array = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + EPSILON)
    return result


def _by_head(x: Array) -> Array:
    return x.reshape(len(x), HEADS, -1).transpose(1, 0, 2)


def _rotated(x: Array) -> Array:
    """Return vectors whose pairs of numbers are rotated by their position."""
    half = x.shape[2] // 2
    angle = np.outer(np.arange(x.shape[1]), ROPE_BASE ** (-np.arange(half) / half))
    even, odd = x[:, :, 0::2], x[:, :, 1::2]
    result = np.empty_like(x)
    result[:, :, 0::2] = even * np.cos(angle) - odd * np.sin(angle)
    result[:, :, 1::2] = even * np.sin(angle) + odd * np.cos(angle)
    return result


def _packed(kind: int, value: Any) -> bytes:
    if kind == _STRING:
        text: bytes = value.encode()
        return struct.pack("<Q", len(text)) + text
    if kind == _ARRAY:
        inner, values = value
        parts = [_packed(inner, one) for one in values]
        return struct.pack("<IQ", inner, len(values)) + b"".join(parts)
    return struct.pack({_UINT: "<I", _INT: "<i", _FLOAT: "<f", _BOOL: "<?"}[kind], value)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 32)
