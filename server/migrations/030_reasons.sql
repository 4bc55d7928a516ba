-- Why a job is on hold or cancelled; '' otherwise, and where nobody said why.
alter table jobs add column status_reason text not null default '';
-- What was said with a change of the status.
alter table history add column reason text not null default '';
