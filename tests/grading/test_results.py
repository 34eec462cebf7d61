"""What grading finds survives the way through JSON."""

import json

from microgradviz.grading.results import ExerciseMark, GradedSubmission, RowMark


def test_a_submission_comes_back_from_json_as_it_was() -> None:
    rows = (RowMark("small inputs", 1, 1), RowMark("large inputs", 2, 0, "it gave inf"))
    mark = ExerciseMark("softmax", 3, 1, "tag", rows, "overflow", "ab" * 32, "0123", "seed")
    graded = GradedSubmission("a/b.ipynb", "Zoë", (mark,), "", False)
    assert GradedSubmission.from_json(json.loads(json.dumps(graded.to_json()))) == graded
    assert graded.earned == 1
