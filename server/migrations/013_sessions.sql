-- Epoch seconds: whoever signed in at or before it must sign in again.
alter table users add column sessions_ended bigint not null default 0;

-- How many letters of invitation somebody had sent lately.
create index audit_of_invitations on audit (actor, created) where action = 'invite';
