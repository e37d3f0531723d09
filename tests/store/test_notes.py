"""Notes are kept by table, the last one on a move counts, and they go with their guest, on every store alike."""

from __future__ import annotations

from doublesix.store import Forget, NoteRow, Store


async def test_the_last_note_on_a_move_counts_and_an_empty_one_removes_it(store: Store) -> None:
    await store.notes.write("t", NoteRow(1, -1, 0, "ann", "", "[ends]"))
    await store.notes.write("t", NoteRow(1, 2, 0, "ann", "6-4L", "[ends] first"))
    await store.notes.write("t", NoteRow(1, 2, 0, "ann", "6-4L", "[ends] second"))
    await store.notes.write("other", NoteRow(1, 2, 0, "ann", "6-4L", "[ends] elsewhere"))
    assert [row.text for row in await store.notes.of("t")] == ["[ends]", "[ends] second"]
    await store.notes.write("t", NoteRow(1, 2, 0, "ann", "6-4L", ""))
    assert [row.at for row in await store.notes.of("t")] == [-1]


async def test_notes_are_forgotten_with_their_guest(store: Store) -> None:
    await store.notes.write("t", NoteRow(1, 0, 0, "ann", "6-4", "[pips] heavy"))
    await store.notes.write("t", NoteRow(1, 1, 1, "ben", "6-5L", "[pips] heavy"))
    await store.forget(Forget("ann", {}, {}))
    assert [row.guest for row in await store.notes.of("t")] == ["ben"]
