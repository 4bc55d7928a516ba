-- Background tasks: pushes, emails, previews, account deletions and schedules.
create table tasks (
  -- Unguessable: the Message-ID of an email, the receipt of a push.
  task_id text primary key,
  seq bigint generated always as identity,
  -- `push`, `email`, `preview`, `account-deletion`, `schedule`.
  kind text not null,
  -- One task of a kind with this key is open at a time; null where that does not matter.
  dedupe_key text,
  -- Tasks of a pool share the places of a process: the push service.
  pool text not null default '',
  -- Tasks of a lane share few of them: the device of a push, the uploader of a file.
  lane text not null default '',
  -- Email of the recipient, or null.
  recipient text,
  payload jsonb not null,
  -- Items added while it waited, oldest first.
  items jsonb not null default '[]',
  created bigint not null,
  run_after bigint not null,
  -- Expiry; null for never.
  expires bigint,
  -- Including the running one.
  attempts integer not null default 0,
  -- The lease of the process that runs it, and until when.
  lease text not null default '',
  leased_until bigint not null default 0,
  -- When it ended, and its outcome; the row stays for a while.
  done bigint,
  outcome text not null default '',
  -- Code of the last failure.
  error text not null default '',
  -- Result of a schedule's last run.
  result jsonb
);
create unique index tasks_open on tasks (kind, dedupe_key) where done is null;
create index tasks_due on tasks (kind, pool, run_after, seq) where done is null;
create index tasks_by_lane on tasks (kind, lane);
create index tasks_done on tasks (kind, done) where done is not null;

-- Pushes: one per device and job.
insert into tasks (task_id, kind, dedupe_key, pool, lane, recipient, payload, items, created, run_after, expires, lease, leased_until)
  select (array_agg(q.receipt order by q.push_id desc))[1], 'push', q.topic || ' ' || q.email, d.service, q.device_id, q.email,
    jsonb_build_object('jobId', min(q.job_id), 'topic', q.topic),
    coalesce(jsonb_agg(jsonb_build_object('kind', q.kind, 'communicationId', q.communication_id,
      'changes', coalesce(q.detail -> 'changes', '[]'), 'results', coalesce(q.detail -> 'results', '0')) order by q.push_id)
      filter (where q.kind <> 'TEST'), '[]'),
    min(q.created), min(q.due), max(q.expires), coalesce(max(q.lease), ''), max(q.leased_until)
  from push_queue q join push_devices d on d.device_id = q.device_id
  where q.accepted is null
  group by d.service, q.device_id, q.topic, q.email
  order by min(q.push_id);
-- Pushes whose receipts may still arrive.
insert into tasks (task_id, kind, pool, lane, recipient, payload, created, run_after, done, outcome)
  select q.receipt, 'push', d.service, q.device_id, q.email, jsonb_build_object('jobId', q.job_id, 'topic', q.topic),
    q.created, q.due, q.accepted, 'ACCEPTED'
  from push_queue q join push_devices d on d.device_id = q.device_id
  where q.accepted is not null
  order by q.push_id;
drop table push_queue;

-- Tasks of a device are deleted with it.
create function delete_pushes() returns trigger language plpgsql as $$
begin
  delete from tasks where kind = 'push' and lane = old.device_id;
  return null;
end $$;
create trigger pushes_deleted_with_device after delete on push_devices for each row execute function delete_pushes();

-- Emails: a collecting one has a key; an attempted one has none, and an expiry.
insert into tasks (task_id, kind, dedupe_key, recipient, payload, items, created, run_after, expires, attempts, done, outcome, error)
  select l.letter_id, 'email', case when l.kind = 'notice' and l.tried is null and l.done is null then l.recipient || ' ' || l.job_id end,
    l.recipient,
    case when l.done is not null then '{}' when l.kind = 'notice' then jsonb_build_object('jobId', l.job_id)
      else coalesce(l.content, '{}') end || jsonb_build_object('kind', l.kind),
    coalesce((select jsonb_agg(jsonb_build_object('kind', n.kind, 'communicationId', n.communication_id, 'actor', n.actor,
        'changes', n.changes, 'results', n.results, 'created', n.created) order by n.seq)
      from letter_notices n where n.letter_id = l.letter_id), '[]'),
    l.created, l.due, l.tried + 259200, l.attempts, l.done, l.outcome, l.error
  from letters l order by l.seq;
drop table letter_notices;
drop table letters;

-- Previews: the table keeps finished and impossible ones.
insert into tasks (task_id, kind, dedupe_key, lane, payload, created, run_after, attempts, leased_until, error)
  select encode(sha256(p.attachment_key::bytea), 'hex'), 'preview', p.attachment_key, t.uploaded_by,
    jsonb_build_object('key', t.key, 'contentType', t.content_type, 'size', t.size, 'uploadedBy', t.uploaded_by, 'storedKey', p.key),
    p.created, case p.state when 'MAKING' then p.created else p.due end, p.attempts,
    case p.state when 'MAKING' then p.due else 0 end, p.why
  from previews p join attachments t on t.key = p.attachment_key
  where p.state = 'MAKING' or p.state = 'NONE' and p.due is not null
  order by p.created;
delete from previews where state = 'MAKING' or state = 'NONE' and due is not null;
alter table previews drop column due, drop column attempts;

-- Schedules: the time of the last run is in the result.
insert into tasks (task_id, kind, dedupe_key, lane, payload, created, run_after, result)
  select encode(sha256(s.name::bytea), 'hex'), 'schedule', s.name, s.name, '{}', c.due, c.due,
    case when c.done is not null then coalesce(c.result, '{}') || jsonb_build_object('done', c.done) end
  from chores c
  cross join lateral (select case c.name when 'check-store' then 'check-store' when 'end of letters' then 'retention of emails'
    else replace(c.name, 'end of ', 'retention of ') end as name) s
  order by c.name;
drop table chores;
