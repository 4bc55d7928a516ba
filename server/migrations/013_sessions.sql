-- Epoch seconds: sign-ins at or before it no longer count.
alter table users add column sessions_ended bigint not null default 0;

-- For counting the invitations that a user sent lately.
create index audit_of_invitations on audit (actor, created) where action = 'invite';
