"""The same seed gives the same numbers, in one go, killed and gone on, with any number of threads."""

import dataclasses

import pytest
import torch

from pe_reference.experiments import model, tasks, training

HOW = {"steps": 12, "seed": 3, "length": 12, "shortest": 8, "batch_size": 4}
TASK = tasks.recall(symbols=4)


class Killed(Exception):
    """As if the process had ended."""


def fresh(encoding="learned"):
    torch.manual_seed(0)
    return model.Transformer(4, 4, encoding=encoding, max_seq_len=32, length=12, causal=True, d_model=8, num_heads=2)


def placed(generator, batch_size, length):
    return torch.randint(20, (batch_size, 1), generator=generator) + torch.arange(length)


def weights(made):
    return torch.cat([each.detach().flatten() for each in made.parameters()])


def killed_after(batches):
    left = iter(range(batches))

    def batch(*sizes):
        if next(left, None) is None:
            raise Killed
        return TASK.batch(*sizes)

    return dataclasses.replace(TASK, batch=batch)


@pytest.mark.parametrize("stop", [1, 5, 8, 11])
@pytest.mark.parametrize("where", [None, placed])
def test_killed_and_gone_on_is_unbroken_bit_for_bit(stop, where, tmp_path):
    whole, parts = fresh(), fresh()
    unbroken = training.train(TASK, whole, placed=where, **HOW)
    keep = {"checkpoint": tmp_path / "here" / "run.safetensors", "every": 4, "identity": "this", "placed": where}
    with pytest.raises(Killed):
        training.train(killed_after(stop), parts, **HOW, **keep)
    parts = fresh()
    course = training.train(TASK, parts, **HOW, **keep)
    assert (course.loss, course.gradient) == (unbroken.loss, unbroken.gradient)
    assert torch.equal(weights(parts), weights(whole))
    finished = fresh()
    again = training.train(killed_after(0), finished, **HOW, **keep)
    assert again == course and torch.equal(weights(finished), weights(whole))
    assert [path.name for path in keep["checkpoint"].parent.iterdir()] == ["run.safetensors"]


def test_nothing_depends_on_threads_or_on_the_global_seed():
    first = training.train(TASK, fresh(), **HOW)
    torch.set_num_threads(2)
    made = fresh()
    torch.manual_seed(99)
    second = training.train(TASK, made, **HOW)
    assert torch.get_num_threads() == 2
    torch.set_num_threads(1)
    assert first.loss == second.loss and first.seconds > 0
    assert training.train(TASK, fresh(), **{**HOW, "seed": 4}).loss != first.loss


def test_a_training_learns():
    course = training.train(tasks.recall(back=0, symbols=4), fresh(), steps=100, seed=0, length=12)
    assert course.loss[-1] < 0.8 < course.loss[0]
    assert len(course.loss) == len(course.gradient) == 100


def test_the_checkpoint_of_another_training_is_refused(tmp_path):
    path = tmp_path / "run.safetensors"
    training.train(TASK, fresh(), checkpoint=path, identity="this", **HOW)
    with pytest.raises(ValueError, match=r'`checkpoint` must be that of \["other".*, got that of \["this"'):
        training.train(TASK, fresh(), checkpoint=path, identity="other", **HOW)


@pytest.mark.parametrize("change", [{"steps": 11}, {"seed": 4}, {"batch_size": 5}, {"learning_rate": 0.1}])
def test_a_checkpoint_belongs_to_its_arguments(change, tmp_path):
    path = tmp_path / "run.safetensors"
    training.train(TASK, fresh(), checkpoint=str(path), **HOW)
    with pytest.raises(ValueError, match="`checkpoint` must be that of"):
        training.train(TASK, fresh(), checkpoint=path, **{**HOW, **change})


def test_a_checkpoint_of_another_shape_or_broken_is_refused(tmp_path):
    path = tmp_path / "run.safetensors"
    training.train(TASK, fresh(), checkpoint=path, **HOW)
    with pytest.raises(ValueError, match=r"`checkpoint` must hold model\.added\.\w+ as None, got torch"):
        training.train(TASK, fresh("none"), checkpoint=path, **HOW)
    whole = path.read_bytes()
    path.write_bytes(whole[:-2000] + bytes(1000) + whole[-1000:])
    with pytest.raises(ValueError, match="`checkpoint` must hold what was written, got other numbers"):
        training.train(TASK, fresh(), checkpoint=path, **HOW)
    path.write_bytes(whole[:100])
    with pytest.raises(ValueError, match="`checkpoint` must be whole, got a broken file"):
        training.train(TASK, fresh(), checkpoint=path, **HOW)


def test_a_loss_that_is_not_finite_stops_the_training(tmp_path):
    made, path = fresh(), tmp_path / "run.safetensors"
    with torch.no_grad():
        made.head.weight.fill_(torch.inf)
    with pytest.raises(FloatingPointError, match="the loss must be finite, got nan at step 0 of 12"):
        training.train(TASK, made, checkpoint=path, **HOW)
    assert not path.exists()


def test_bfloat16_and_a_bar(capsys):
    narrow = training.train(TASK, fresh("none"), bfloat16=True, progress=True, **HOW)
    assert narrow.loss != training.train(TASK, fresh("none"), progress=False, **HOW).loss
    assert "steps" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"steps": -1}, "`steps` must be"),
        ({"shortest": 13}, "`shortest` must be"),
        ({"learning_rate": 0.0}, "`learning_rate` must be"),
        ({"every": 0}, "`every` must be"),
        ({"batch_size": 0}, "`batch_size` must be"),
    ],
)
def test_refusals(change, words):
    with pytest.raises(ValueError, match=words):
        training.train(TASK, fresh(), **{**HOW, **change})
