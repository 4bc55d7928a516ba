-- The idempotency key that a message or a staff note was sent under, given back to its sender alone.
alter table messages add column key text;
alter table staff_notes add column key text;
