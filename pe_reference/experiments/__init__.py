"""Small trained evidence: tasks, a model, its training, and records. Needs the extra ``experiments``.

To read what came out, ``pe.experiments.records.load("ladder")`` needs torch alone.
"""

from pe_reference.experiments import captions as captions
from pe_reference.experiments import catalogue as catalogue
from pe_reference.experiments import margins as margins
from pe_reference.experiments import model as model
from pe_reference.experiments import records as records
from pe_reference.experiments import runner as runner
from pe_reference.experiments import tasks as tasks
from pe_reference.experiments import training as training

__all__ = ["captions", "catalogue", "margins", "model", "records", "runner", "tasks", "training"]
