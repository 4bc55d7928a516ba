-- When the person was erased: their row has a pseudonym for its e-mail since, and says nothing more of them.
alter table users add column erased bigint;
-- When the person asked to be erased; null while they do not.
alter table users add column erasure_asked bigint;
create index users_erasure_asked on users (erasure_asked) where erasure_asked is not null;

-- Names they had before, each first and last: kept copies of answers and an old history may still tell them.
alter table users add column known_as jsonb not null default '[]';

-- Who was erased. Kept for good, because it is what a restored backup, which still knows them, is brought up to date by.
create table erasures (
  pseudonym text primary key,
  -- SHA-256 of the identity provider's id, hex: whoever has a token of that account is not let in again.
  uid_hash text,
  erased bigint not null,
  -- Their company's name stayed on their jobs.
  company_kept boolean not null,
  -- The account that the identity provider is still to be told to delete.
  account_uid text
);
create index erasures_by_uid on erasures (uid_hash);
create index erasures_account on erasures (erased) where account_uid is not null;

-- The request that did it, as its line in the log has it.
alter table audit add column request_id text not null default '';
create index audit_by_actor on audit (actor, seq desc);
create index audit_by_action on audit (action, seq desc);
create index audit_by_age on audit (created);

-- Rows are added and stay as they are. Two things alone may touch them, and say so to this transaction first: the end of the
-- time they are kept for, and the erasure of a person, which takes who it was and leaves what was done.
create function audit_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created < coalesce(nullif(current_setting('audit.ends_before', true), ''), '0')::bigint then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if current_setting('audit.erasing', true) = 'yes'
      and (new.seq, new.created, new.action, new.request_id) = (old.seq, old.created, old.action, old.request_id) then
      return new;
    end if;
  end if;
  raise exception 'the audit trail is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_stays before update or delete on audit for each row execute function audit_stays();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function audit_stays();

-- The history told the names of assignees. From here on it keeps their e-mails, as everywhere else, and names are looked up
-- when it is read: so a person who is erased is erased from it too. What was written before follows, where a name is one
-- person's alone.
with named as (
  select min(email) as email,
    trim(first_name) || case when trim(last_name) = '' then '' else ' ' || upper(left(trim(last_name), 1)) || '.' end as name
  from users group by 2 having count(*) = 1
)
update history h set
  from_text = coalesce((select email from named where name = h.from_text), h.from_text),
  to_text = coalesce((select email from named where name = h.to_text), h.to_text)
where field = 'assignedTo';
