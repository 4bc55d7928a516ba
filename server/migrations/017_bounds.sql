-- The deliverable that has this one's note too: deliverables of one request share a note.
alter table deliverables add column note_of text;
-- Keys without a user came from calls without sign-in, and shared one owner.
delete from idempotency where uid = '';
