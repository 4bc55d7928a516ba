-- When the user was erased; since then the row has a pseudonym and no personal data.
alter table users add column erased bigint;
-- When the user requested deletion, or null.
alter table users add column erasure_asked bigint;
create index users_erasure_asked on users (erasure_asked) where erasure_asked is not null;

-- Former names: stored responses and old history may still contain them.
alter table users add column known_as jsonb not null default '[]';

-- Erased users. Stored for good, because a restored backup that still has them is corrected by this list.
create table erasures (
  pseudonym text primary key,
  -- Hex SHA-256 of the identity provider's id: tokens of that account are refused.
  uid_hash text,
  erased bigint not null,
  -- Whether their company's name stayed on their jobs.
  company_kept boolean not null,
  -- The account that still has to be deleted at the identity provider.
  account_uid text
);
create index erasures_by_uid on erasures (uid_hash);
create index erasures_account on erasures (erased) where account_uid is not null;

-- Id of the request in the log.
alter table audit add column request_id text not null default '';
create index audit_by_actor on audit (actor, seq desc);
create index audit_by_action on audit (action, seq desc);
create index audit_by_age on audit (created);

-- Append-only, with two exceptions, which announce themselves to the transaction: the end of the retention, and the erasure of a
-- user, which removes the name and keeps the action.
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

-- The history contained the names of assignees. From here on it contains their emails, and names are looked up when it is read, so
-- that an erasure covers it. Earlier entries are converted where a name belongs to one user only.
with named as (
  select min(email) as email,
    trim(first_name) || case when trim(last_name) = '' then '' else ' ' || upper(left(trim(last_name), 1)) || '.' end as name
  from users group by 2 having count(*) = 1
)
update history h set
  from_text = coalesce((select email from named where name = h.from_text), h.from_text),
  to_text = coalesce((select email from named where name = h.to_text), h.to_text)
where field = 'assignedTo';
