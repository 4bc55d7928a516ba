-- A deliverable that staff have withdrawn: its client no longer gets the file. It stays in the firm's record.
alter table deliverables
  -- When, in seconds; null unless it was withdrawn.
  add column withdrawn bigint,
  add column withdrawn_by text not null default '',
  add column withdrawn_reason text not null default '';
