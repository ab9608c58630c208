"""Small tasks whose answer, chance and floor are known: tokens and targets drawn by a seeded generator."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import torch
from torch import Generator, Tensor

from pe_reference import _checks
from pe_reference.experiments import _markov

__all__ = ["IGNORED", "Task", "copy", "markov", "order", "probe", "recall", "reversal"]

IGNORED = -100  # the target of a token that has no answer

Pairs = tuple[Tensor, Tensor]


@final
@dataclass(frozen=True)
class Task:
    """A source of tokens and answers.

    Attributes
    ----------
    vocab_size, num_classes : int
        How many tokens and how many answers there are.
    chance : float
        Accuracy of a guess that ignores the input.
    uniform, floor : float
        Loss in nats of that guess, and the least loss that there is.
    batch : callable
        Takes a ``torch.Generator``, the batch size and the length; returns inputs and targets, int64
        ``(batch, length)``. A target of ``IGNORED`` does not count.
    """

    vocab_size: int
    num_classes: int
    chance: float
    uniform: float
    floor: float
    batch: Callable[[Generator, int, int], Pairs]


def recall(*, back: int = 3, symbols: int = 16) -> Task:
    """Return the task to say which token stood `back` places before: an exact distance.

    Parameters
    ----------
    back : int
        Distance in tokens. With 0, the token itself is asked for, and no position is needed.
    symbols : int
        How many tokens there are.

    Returns
    -------
    Task
        Chance is ``1 / symbols``.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Examples
    --------
    >>> inputs, targets = recall(back=2).batch(torch.Generator().manual_seed(0), 1, 6)
    >>> bool((targets[:, 2:] == inputs[:, :-2]).all()), targets[:, :2]
    (True, tensor([[-100, -100]]))
    """
    back, symbols = _checks.integer("back", back, least=0), _checks.integer("symbols", symbols, least=2)

    def batch(generator: Generator, batch_size: int, length: int) -> Pairs:
        inputs = torch.randint(symbols, (batch_size, length), generator=generator)
        targets = inputs.roll(back, dims=1)
        targets[:, :back] = IGNORED
        return inputs, targets

    return _sure(symbols, symbols, batch)


def order(*, asked: str = "who", nouns: int = 8, verbs: int = 4) -> Task:
    """Return the task to read a sentence of three words and answer a question: *cat chases mouse; cat?* is yes.

    Parameters
    ----------
    asked : {"who", "whether"}
        Whether the noun of the question is the one that does it or the one that it is done to, which its place alone
        can tell; or whether it occurs at all, for which no position is needed.
    nouns, verbs : int
        How many words of each kind there are; at least three nouns.

    Returns
    -------
    Task
        Chance is 1/2. The answer belongs to the fourth and last token; the length is not looked at.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Examples
    --------
    >>> inputs, targets = order().batch(torch.Generator().manual_seed(0), 1, 4)
    >>> inputs.shape, targets[:, :3]
    (torch.Size([1, 4]), tensor([[-100, -100, -100]]))
    """
    nouns, verbs = _checks.integer("nouns", nouns, least=3), _checks.integer("verbs", verbs)
    _checks.one_of("asked", asked, ("who", "whether"))

    def batch(generator: Generator, batch_size: int, length: int) -> Pairs:
        drawn = torch.rand(batch_size, nouns, generator=generator).argsort(dim=1)[:, :3]
        verb = nouns + torch.randint(verbs, (batch_size,), generator=generator)
        answer = torch.randint(2, (batch_size,), generator=generator)
        first, second, absent = drawn.unbind(1)
        right, wrong = first, second
        if asked == "whether":
            side = torch.randint(2, (batch_size,), generator=generator)
            right, wrong = first.where(side == 0, second), absent
        inputs = torch.stack((first, verb, second, right.where(answer == 1, wrong)), dim=1)
        targets = torch.full_like(inputs, IGNORED)
        targets[:, 3] = answer
        return inputs, targets

    return _sure(nouns + verbs, 2, batch)


def reversal(*, symbols: int = 10) -> Task:
    """Return the task of an encoder to say the tokens from the last to the first.

    Parameters
    ----------
    symbols : int
        How many tokens there are.

    Returns
    -------
    Task
        Chance is ``1 / symbols``; who sees which tokens occur, and not where, can do somewhat better.

    Raises
    ------
    TypeError, ValueError
        If `symbols` is not an integer or below 2.

    Examples
    --------
    >>> inputs, targets = reversal().batch(torch.Generator().manual_seed(0), 1, 6)
    >>> bool((targets == inputs.flip(1)).all())
    True
    """
    symbols = _checks.integer("symbols", symbols, least=2)

    def batch(generator: Generator, batch_size: int, length: int) -> Pairs:
        inputs = torch.randint(symbols, (batch_size, length), generator=generator)
        return inputs, inputs.flip(1)

    return _sure(symbols, symbols, batch)


def copy(*, symbols: int = 10) -> Task:
    """Return the task of a decoder to repeat the first half: tokens, a separator, the tokens again.

    Parameters
    ----------
    symbols : int
        How many tokens there are beside the separator.

    Returns
    -------
    Task
        Chance is ``1 / symbols``. The length is even; the answers belong to its second half.

    Raises
    ------
    TypeError, ValueError
        If `symbols` is not an integer or below 2.

    Examples
    --------
    >>> inputs, targets = copy().batch(torch.Generator().manual_seed(0), 1, 6)
    >>> int(inputs[0, 3]), bool((targets[:, 3:] == inputs[:, :3]).all())
    (10, True)
    """
    symbols = _checks.integer("symbols", symbols, least=2)

    def batch(generator: Generator, batch_size: int, length: int) -> Pairs:
        said = torch.randint(symbols, (batch_size, length // 2), generator=generator)
        separator = torch.full((batch_size, 1), symbols)
        inputs = torch.cat((said, separator, said[:, :-1]), dim=1)
        return inputs, torch.cat((torch.full_like(said, IGNORED), said), dim=1)

    return _sure(symbols + 1, symbols, batch)


def probe(*, length: int, symbols: int = 16, start: bool = False) -> Task:
    """Return the task to say at which position a token stands, among random tokens.

    Parameters
    ----------
    length : int
        How many positions there are.
    symbols : int
        How many tokens there are beside the mark of the start.
    start : bool
        Whether the first token is a mark that occurs nowhere else.

    Returns
    -------
    Task
        Chance is ``1 / length``.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of its kind or out of range.

    Examples
    --------
    >>> probe(length=4, start=True).batch(torch.Generator().manual_seed(0), 1, 4)[1]
    tensor([[0, 1, 2, 3]])
    """
    length, symbols = _checks.integer("length", length, least=2), _checks.integer("symbols", symbols)
    start = _checks.flag("start", start)

    def batch(generator: Generator, batch_size: int, length: int) -> Pairs:
        inputs = torch.randint(symbols, (batch_size, length), generator=generator)
        if start:
            inputs[:, 0] = symbols
        return inputs, torch.arange(length).repeat(batch_size, 1)

    return _sure(symbols + 1, length, batch)


def markov(*, symbols: int = 16) -> Task:
    """Return the task to say the next token of a language in which it depends on the last two.

    Parameters
    ----------
    symbols : int
        How many tokens there are.

    Returns
    -------
    Task
        ``floor`` is the entropy of the source. The first token has no answer: one before it is not seen.

    Raises
    ------
    TypeError, ValueError
        If `symbols` is not an integer or below 2.

    Examples
    --------
    >>> language = markov()
    >>> round(language.floor, 3), round(language.uniform, 3)
    (1.366, 2.773)
    """
    symbols = _checks.integer("symbols", symbols, least=2)
    source = _markov.Source(symbols)

    def batch(generator: Generator, batch_size: int, length: int) -> Pairs:
        tokens = source.tokens(generator, batch_size, length + 1)
        targets = tokens[:, 1:].clone()
        targets[:, 0] = IGNORED
        return tokens[:, :-1], targets

    return Task(symbols, symbols, source.chance, math.log(symbols), source.entropy, batch)


def _sure(vocab_size: int, num_classes: int, batch: Callable[[Generator, int, int], Pairs]) -> Task:
    """Return a task with one right answer out of `num_classes` that are equally frequent."""
    return Task(vocab_size, num_classes, 1 / num_classes, math.log(num_classes), 0.0, batch)
