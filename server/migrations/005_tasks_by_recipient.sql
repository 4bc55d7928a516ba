-- Finds what else waits for a recipient, so that emails about several jobs become one.
create index tasks_by_recipient on tasks (recipient) where done is null;
