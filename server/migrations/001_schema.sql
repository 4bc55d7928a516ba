-- Times are epoch seconds. The contract defines and checks enumerations, so that a new value needs no migration.

create table users (
  email text primary key check (email = lower(email)),
  uid text not null default '',
  -- Random, or that of their invitation: finds the user in a restored backup after their erasure.
  person uuid not null default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  company text not null default '',
  phone_number text not null default '',
  address jsonb not null,
  user_type text not null,
  user_approved boolean not null default false,
  user_refused boolean not null default false,
  -- Orders users created in the same second.
  seq bigint generated always as identity unique,
  created bigint not null,
  updated bigint not null,
  -- Stands for an invited client who has jobs and has not registered, so that jobs can refer to them. Its first name is the email
  -- address where the invitation had no name. Registering completes it.
  expected boolean not null default false,
  -- When the user was erased; since then the row has a pseudonym and no personal data.
  erased bigint,
  -- When the user requested deletion, or null.
  erasure_asked bigint,
  -- Former names: stored responses and old history may still contain them.
  known_as jsonb not null default '[]',
  -- Sign-ins at or before it no longer count.
  sessions_ended bigint not null default 0,
  -- The words by which a user is found, and those by which the jobs of a company are: in the user's row, so that a new name changes no
  -- job. Split by the code that also splits searches.
  words tsvector not null default '',
  company_words tsvector not null default ''
);
create index users_by_type on users (user_type, seq desc);
create index users_by_seq on users (seq desc);
create index users_erasure_asked on users (erasure_asked) where erasure_asked is not null;
-- Users pending approval, however many others there are.
create index users_pending on users (seq desc) where not user_approved and not user_refused and erased is null and not expected;
create index users_by_words on users using gin (words) where erased is null and not expected;
create index users_by_company on users (lower(company));
create index users_by_company_words on users using gin (company_words);

-- Counts of users, maintained like those of jobs.
create table people_counts (
  user_type text not null,
  user_approved boolean not null,
  user_refused boolean not null,
  people bigint not null
);
create function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into people_counts
      select user_type, user_approved, user_refused, count(*) from added where erased is null and not expected group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into people_counts
      select user_type, user_approved, user_refused, -count(*) from gone where erased is null and not expected group by 1, 2, 3;
  else
    insert into people_counts
      select user_type, user_approved, user_refused, sum(n) from (
        select user_type, user_approved, user_refused, 1 as n from added where erased is null and not expected
        union all select user_type, user_approved, user_refused, -1 from gone where erased is null and not expected
      ) both_states
      group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger people_counted_in after insert on users
  referencing new table as added for each statement execute function count_people();
create trigger people_counted_out after delete on users
  referencing old table as gone for each statement execute function count_people();
create trigger people_counted_anew after update on users
  referencing old table as gone new table as added for each statement execute function count_people();

-- Erased users. Stored for good, because a restored backup that still has them is corrected by this list.
create table erasures (
  pseudonym text primary key,
  -- Hex SHA-256 of the identity provider's id: tokens of that account are refused.
  uid_hash text,
  -- Finds the user in a restored backup.
  person uuid not null,
  erased bigint not null,
  -- Whether their company's name stayed on their jobs.
  company_kept boolean not null,
  -- The account that still has to be deleted at the identity provider.
  account_uid text
);
create index erasures_by_uid on erasures (uid_hash);
create index erasures_account on erasures (erased) where account_uid is not null;

create table invitations (
  email text primary key check (email = lower(email)),
  -- Random; given to their row in users.
  person uuid not null default gen_random_uuid(),
  -- Of this invitation and not of one that renewed it.
  invitation_id text not null unique,
  -- Hex SHA-256 of the secret in the link of its email, and the secret until that is sent.
  token_hash text not null unique,
  token text,
  first_name text not null,
  last_name text not null,
  user_type text not null,
  invited_by text not null,
  created bigint not null,
  -- When its link was first opened, when the user registered, and when staff withdrew it; null for never.
  opened bigint,
  accepted bigint,
  withdrawn bigint
);
create index invitations_by_created on invitations (created desc, invitation_id);

create table jobs (
  job_id text primary key,
  seq bigint generated always as identity unique,
  job_code text not null constraint jobs_code unique,
  project text not null,
  address jsonb not null,
  job_reporter text not null references users (email),
  -- E.164 where it is a number of a configured region, else as it was typed; '' where the number of the reporter's profile counts.
  reporter_phone text not null default '',
  job_type text not null,
  category text not null,
  job_priority text not null,
  job_description text not null default '',
  job_delivery_mode text not null,
  copies_number integer,
  delivery_address jsonb,
  delivery_priority text not null,
  services jsonb not null,
  attachment_links text not null default '',
  reference_links text not null default '',
  status text not null,
  -- Why a job is on hold or cancelled; '' otherwise, and where nobody said why.
  status_reason text not null default '',
  message text not null default '',
  -- '' when unassigned.
  assigned_to text not null default '',
  tracking_number text not null default '',
  revision_of text references jobs (job_id),
  version integer not null default 1,
  -- Normalized address and services: jobs with the same value are duplicates.
  duplicate_key text not null,
  -- Lower-case words of all searched fields, split by the code that also splits queries.
  search tsvector not null default '',
  created bigint not null,
  updated bigint not null,
  -- When a job is due, while rules of due dates are set: the day in the firm's zone, and the moment at which that day ends. Null in jobs
  -- that no rule fits, and until a schedule has computed it.
  due_day text,
  due_end bigint,
  -- The day that staff set, and when; null for that of the rules.
  due_set_day text,
  due_set_at bigint,
  -- By field, the last choice of its due date and its assignee: device, number, and when it was made.
  chosen jsonb not null default '{}'
);
create unique index jobs_duplicate on jobs (duplicate_key) where status <> 'CANCELLED';
create index jobs_by_reporter on jobs (job_reporter, seq desc);
create index jobs_by_status on jobs (status, seq desc);
create index jobs_by_updated on jobs (updated desc, seq desc);
create index jobs_by_project on jobs (lower(project), seq);
create index jobs_by_search on jobs using gin (search);
create index jobs_by_revision on jobs (revision_of) where revision_of is not null;
-- Jobs of a range of days, by age.
create index jobs_by_created on jobs (created, seq);
-- Jobs of one assignee, by last change.
create index jobs_by_assignee_updated on jobs (assigned_to, updated desc, seq desc);
-- With the columns that are read of many jobs, so that their wide rows are not.
create index jobs_by_assignee on jobs (assigned_to, seq desc) include (status, category, job_priority);
create index jobs_by_due on jobs (due_end, seq) include (assigned_to) where status = 'IN_PROGRESS' and due_end is not null;
-- The values that `orderValues` of data/jobs/jobRow.ts orders by, to the letter. Assignees are ordered by their names, which are
-- in another table: no index can hold those.
create index jobs_by_status_order on jobs (
  (case status when 'IN_PROGRESS' then 0 when 'ON_HOLD' then 1 when 'COMPLETED' then 2 else 3 end), seq
);
create index jobs_by_priority_order on jobs ((case job_priority when 'HIGH' then 1 else 0 end), seq);
create index jobs_by_due_order on jobs (
  (case status when 'IN_PROGRESS' then coalesce(due_end, 99999999998) else 99999999999 end), seq
);
create index jobs_by_due_desc_order on jobs ((case status when 'IN_PROGRESS' then coalesce(due_end, 0) else -1 end), seq);

-- Counts of jobs by their properties, maintained because counting a million takes too long. A write adds rows with the difference,
-- without waiting for locks; their sums are the counts. `foldCounts` of data/jobs/stats.ts merges rows regularly.
create table job_counts (
  status text not null,
  category text not null,
  jobs bigint not null,
  high bigint not null,
  unassigned bigint not null
);
create function count_jobs() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into job_counts
      select status, category, count(*), count(*) filter (where job_priority = 'HIGH'),
        count(*) filter (where assigned_to = '')
      from added group by status, category;
  elsif tg_op = 'DELETE' then
    insert into job_counts
      select status, category, -count(*), -count(*) filter (where job_priority = 'HIGH'),
        -count(*) filter (where assigned_to = '')
      from gone group by status, category;
  else
    insert into job_counts
      select status, category, sum(n), coalesce(sum(n) filter (where job_priority = 'HIGH'), 0),
        coalesce(sum(n) filter (where assigned_to = ''), 0)
      from (
        select status, category, job_priority, assigned_to, 1 as n from added
        union all select status, category, job_priority, assigned_to, -1 from gone
      ) both_states
      group by status, category
      having sum(n) <> 0 or sum(n) filter (where job_priority = 'HIGH') <> 0 or sum(n) filter (where assigned_to = '') <> 0;
  end if;
  return null;
end $$;
create trigger jobs_counted_in after insert on jobs
  referencing new table as added for each statement execute function count_jobs();
create trigger jobs_counted_out after delete on jobs
  referencing old table as gone for each statement execute function count_jobs();
create trigger jobs_counted_anew after update on jobs
  referencing old table as gone new table as added for each statement execute function count_jobs();

create table messages (
  communication_id text primary key,
  job_id text not null references jobs (job_id),
  -- Increases with every message of the server; orders messages of the same second.
  sequence bigint generated always as identity unique,
  content text not null,
  -- The whole text of an email of which the message shows a part.
  whole text,
  status text not null,
  from_user text not null,
  -- '' for a client's message on an unassigned job.
  to_user text not null default '',
  from_user_type text not null,
  created bigint not null,
  -- When it was written on the device, by the server's clock; null where the device did not say. Orders nothing.
  written bigint,
  -- The shot that its files answer, and the shots that it asks for. No references: tables must not refer in a circle.
  shot_id text,
  asks text[],
  -- The words by which it is found, split by the code that also splits searches.
  words tsvector not null default '',
  -- The idempotency key that it was sent under, given back to its sender alone.
  key text,
  -- The last choice of its status: device, number, and when it was made.
  chosen jsonb
);
create index messages_by_job on messages (job_id, sequence);
create index messages_new_by_job on messages (job_id) where status = 'NEW';
create index messages_new_to on messages (to_user, sequence desc) where status = 'NEW';
-- For the turn of a job: index look-ups of the last message of each side, and of the last one that is new.
create index messages_by_side on messages (job_id, (from_user_type = 'CLIENT'), sequence);
create index messages_new_by_side on messages (job_id, (from_user_type = 'CLIENT'), sequence)
  where status = 'NEW';
-- Messages of one status, in order.
create index messages_new on messages (sequence) where status = 'NEW';
create index messages_by_words on messages using gin (words);

create table attachments (
  key text primary key,
  -- Null for a file that belongs to no job: the example picture of a shot, which every approved user may see.
  job_id text references jobs (job_id),
  -- Null when the file came with the job itself.
  communication_id text references messages (communication_id),
  -- Order in which the files were chosen.
  seq bigint generated always as identity unique,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  uploaded_by text not null,
  created bigint not null,
  -- The words of its name, by which it is found.
  words tsvector not null default ''
);
create index attachments_by_job on attachments (job_id, seq);
create index attachments_by_message on attachments (communication_id, seq);
-- Files and rows are compared by the beginnings of their keys.
create index attachments_by_shard on attachments (left(key, 2));
create index attachments_by_words on attachments using gin (words);

-- Previews of attachments that were rendered on first request, or cannot be. Not in backups.
create table previews (
  attachment_key text primary key references attachments (key) on delete cascade,
  -- `MADE`, or `NONE`, when it cannot be rendered.
  state text not null,
  -- Reason code of NONE.
  why text not null default '',
  -- Key of its bytes in the store, saved before they are written: the small image, followed by the large one.
  key text unique,
  thumb_bytes integer not null default 0,
  thumb_hash text not null default '',
  page_bytes integer not null default 0,
  page_hash text not null default '',
  created bigint not null
);
create index previews_by_shard on previews (left(key, 2));

-- Resumable uploads, until a message or a job takes them.
create table uploads (
  -- Unguessable; the last segment of its address.
  upload_id text primary key,
  -- The owner's id at the identity provider.
  uid text not null,
  size bigint not null,
  -- Number of stored bytes: the offset at which the client continues.
  received bigint not null default 0,
  -- The client's metadata; `filename` is the file's name.
  metadata jsonb not null,
  created bigint not null,
  -- Expiry, after which it cannot be continued and is removed.
  expires bigint not null,
  -- Until then a process is joining the chunks; an expired claim is free.
  joining_until bigint not null default 0,
  -- The joined file in the store, and what was detected of it.
  key text unique,
  content_type text,
  sha256 text,
  -- When it became an attachment, which owns its file from then on. The row stays for a while for repeated requests.
  used bigint
);
create index uploads_by_owner on uploads (uid) where used is null;
create index uploads_by_age on uploads (expires);

-- Chunks. The row is written before the bytes, so that leftovers of a crash are found.
create table upload_pieces (
  key text primary key,
  upload_id text not null references uploads (upload_id) on delete cascade,
  -- Offset of the first byte.
  start bigint not null,
  -- Null while it is being written.
  size bigint
);
create index upload_pieces_by_upload on upload_pieces (upload_id, start);

-- The deliverables of jobs. Append-only: a correction is the next revision in the chain.
create table deliverables (
  key text primary key,
  job_id text not null references jobs (job_id),
  seq bigint generated always as identity unique,
  -- Null for wet stamps that were sent without a file.
  attachment_key text unique references attachments (key),
  revision integer not null,
  -- The deliverable that this one replaced; each can be replaced once.
  supersedes text constraint deliverables_supersedes unique references deliverables (key),
  delivery_mode text not null,
  copies_number integer,
  carrier text not null default '',
  tracking_number text not null default '',
  note text not null default '',
  -- The deliverable that has this one's note too: deliverables of one request share a note.
  note_of text,
  added_by text not null,
  created bigint not null
);
create index deliverables_by_job on deliverables (job_id, seq desc);

-- The shots of photo checklists. A removed shot stays: jobs that answered it show its name.
create table shots (
  shot_id text primary key,
  service text not null,
  -- Order within the list of its service.
  place integer not null default 0,
  name text not null,
  hint text not null,
  removed boolean not null default false,
  -- The example picture, or null.
  example_key text references attachments (key),
  -- The last save: device, number, and when it was made.
  chosen jsonb
);
create index shots_by_list on shots (service, place);

-- Notes of staff on a job. Their own table, so that nothing that reads messages can ever return one.
create table staff_notes (
  note_id text primary key,
  job_id text not null references jobs (job_id),
  -- Order within a job.
  sequence bigint generated always as identity,
  content text not null,
  from_user text not null,
  -- Emails of the staff who are notified of it.
  mentions text[] not null default '{}',
  created bigint not null,
  -- When it was written on the device, in seconds by the server's clock; null where the device did not say. Orders nothing.
  written bigint,
  -- The idempotency key that it was sent under, given back to its sender alone.
  key text
);
create index staff_notes_by_job on staff_notes (job_id, sequence);

-- Changes of jobs, as shown to users.
create table history (
  seq bigint generated always as identity primary key,
  job_id text not null references jobs (job_id),
  created bigint not null,
  user_email text not null,
  field text not null,
  -- The job's version that the change made.
  version integer not null default 0,
  from_text text not null default '',
  to_text text not null default '',
  -- What was said with a change of the status.
  reason text not null default ''
);
create index history_by_job on history (job_id, seq desc);

-- When each job was reported, answered and closed, for figures over many jobs: the rows of jobs, messages and history are too wide for
-- those. Triggers maintain them.
create table job_times (
  job_id text primary key constraint job_times_of_jobs references jobs (job_id) on delete cascade,
  reported bigint not null,
  status text not null,
  -- When the job got its status; null where the history does not say.
  since bigint,
  -- Seconds between report and `since` in which the job was on hold or closed.
  paused bigint not null,
  -- When it last ceased to be in progress, null while it is: a due date is met by then, whatever came after.
  stopped bigint,
  -- The end of the day on which the job is due, as in `jobs`.
  due_end bigint,
  -- When the client reported the job or first wrote, and staff's first message after that.
  asked bigint,
  answered bigint,
  client text not null,
  assignee text not null,
  services text[] not null
);
create index job_times_open on job_times (assignee, reported) where status in ('IN_PROGRESS', 'ON_HOLD');
-- With the columns of the figures, so that they are read from the indexes alone.
create index job_times_reported on job_times (reported) include (status, since);
create index job_times_closed on job_times (since) include (status, reported, paused, due_end, stopped)
  where status in ('COMPLETED', 'CANCELLED');
create index job_times_answered on job_times (answered) include (asked) where answered is not null;
create index job_times_late on job_times (stopped) include (due_end, reported) where due_end < stopped;

create function services_of(entries jsonb) returns text[] language sql immutable as $$
  select array(
    select distinct jsonb_array_elements_text(entry -> 'evServices') from jsonb_array_elements(entries) entry
    order by 1
  )
$$;

-- Writes the rows of these jobs anew. The history names statuses by their labels.
create function time_jobs(ids text[]) returns void language sql as $$
  insert into job_times (job_id, reported, status, since, paused, stopped, due_end, asked, answered, client, assignee, services)
  select j.job_id, j.created, j.status,
    coalesce(changes.newest, case when j.status = 'IN_PROGRESS' then j.created end), coalesce(changes.paused, 0), changes.stopped,
    j.due_end, asked.created,
    (select m.created from messages m
      where m.job_id = j.job_id and (m.from_user_type = 'CLIENT') = false and m.sequence > asked.sequence
      order by m.sequence limit 1),
    j.job_reporter, j.assigned_to, services_of(j.services)
  from jobs j
  left join lateral (
    select max(created) as newest, sum(until - created) filter (where to_text <> 'In progress') as paused,
      min(created) filter (where resumptions = 0) as stopped
    from (
      select h.created, h.to_text, lead(h.created) over (order by h.seq) as until,
        count(*) filter (where h.to_text = 'In progress')
          over (order by h.seq rows between current row and unbounded following) as resumptions
      from history h where h.job_id = j.job_id and h.field = 'status'
    ) statuses
  ) changes on true
  left join lateral (
    select * from (
      select j.created as created, 0 as sequence
      from history h where h.job_id = j.job_id and h.field = 'job' and h.user_email = j.job_reporter
      union all (
        select m.created, m.sequence from messages m
        where m.job_id = j.job_id and (m.from_user_type = 'CLIENT') = true order by m.sequence limit 1)
    ) first_of_each order by sequence limit 1
  ) asked on true
  where j.job_id = any(ids)
  on conflict (job_id) do update set reported = excluded.reported, status = excluded.status, since = excluded.since,
    paused = excluded.paused, stopped = excluded.stopped, due_end = excluded.due_end, asked = excluded.asked,
    answered = excluded.answered, client = excluded.client, assignee = excluded.assignee, services = excluded.services
$$;

create function time_new_jobs() returns trigger language plpgsql as $$
begin
  perform time_jobs(array(select job_id from added));
  return null;
end $$;
create trigger jobs_timed after insert on jobs
  referencing new table as added for each statement execute function time_new_jobs();

-- By an array of ids, so that times are found by key: a session keeps the plan that suited its first change, and after one of many jobs
-- it would read all times for each job.
create function time_changed_jobs() returns trigger language plpgsql as $$
begin
  update job_times t
    set client = n.job_reporter, assignee = n.assigned_to, services = services_of(n.services), due_end = n.due_end
    from added n
    where t.job_id = n.job_id and t.job_id = any(array(
      select c.job_id from added c join gone o on o.job_id = c.job_id
        where (c.job_reporter, c.assigned_to, c.services, c.due_end)
          is distinct from (o.job_reporter, o.assigned_to, o.services, o.due_end)));
  return null;
end $$;
create trigger jobs_timed_anew after update on jobs
  referencing old table as gone new table as added for each statement execute function time_changed_jobs();

create function time_history() returns trigger language plpgsql as $$
begin
  perform time_jobs(array(select distinct job_id from added where field in ('job', 'status')));
  return null;
end $$;
create trigger history_timed after insert on history
  referencing new table as added for each statement execute function time_history();

create function time_messages() returns trigger language plpgsql as $$
begin
  perform time_jobs(array(
    select distinct added.job_id from added join job_times t on t.job_id = added.job_id where t.answered is null));
  return null;
end $$;
create trigger messages_timed after insert on messages
  referencing new table as added for each statement execute function time_messages();

-- At most one row: the rules (`contract/dueRules.ts`), null while due dates are off.
create table due_rules (
  only_row boolean primary key default true check (only_row),
  rules jsonb
);
-- At most one row: how far the due dates of open jobs have been computed by the rules. Jobs below this number are left; null when all
-- are done. Apart from the rules, which writes of jobs share a lock on.
create table due_progress (
  only_row boolean primary key default true check (only_row),
  seq_below bigint
);

-- The calendar feeds: at most one of each user, by the hash of the secret in its address.
create table calendar_feeds (
  email text primary key,
  token_hash text not null unique,
  created bigint not null
);

-- Completed writes, stored for good: a repeat with the same key of the same user gets the same response.
create table idempotency (
  uid text not null,
  key text not null,
  call text not null,
  fingerprint text not null,
  -- The response, or the ids it is made of (writes/repeats.ts); only successes are stored. Null until the write is done, in its
  -- transaction.
  answer text,
  created bigint not null,
  -- The user's type at the write, so that its response is not repeated to a user with fewer rights.
  user_type text not null,
  primary key (uid, key)
);

-- The audit trail of changes to users; changes of jobs are in `history`.
create table audit (
  seq bigint generated always as identity primary key,
  created bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  -- Id of the request in the log.
  request_id text not null default ''
);
create index audit_by_subject on audit (subject, seq desc);
create index audit_by_actor on audit (actor, seq desc);
create index audit_by_action on audit (action, seq desc);
create index audit_by_age on audit (created);
-- For counting the invitations that a user sent lately.
create index audit_of_invitations on audit (actor, created) where action = 'invite';

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

-- Events, for live streams and notifications. Written in the transaction of the change.
create table events (
  seq bigint generated always as identity primary key,
  -- Transaction id: a reader's cursor is a snapshot, because numbers alone would skip late commits.
  xid xid8 not null default pg_current_xact_id(),
  created bigint not null,
  -- `message`, `mark`, `new-job`, `job`, `profile`.
  kind text not null,
  actor text not null,
  job_id text references jobs (job_id),
  communication_id text references messages (communication_id),
  -- Who may receive it besides staff: the reporter of the job, the user of the profile.
  for_user text not null,
  -- Further data, by kind: ids, and what became of an account or a message.
  detail jsonb not null default '{}',
  -- True until it is dispatched to the queues.
  to_notify boolean not null default true
);
create index events_by_xid on events (xid);
create index events_to_notify on events (seq) where to_notify;
create index events_by_age on events (created);

-- Background tasks: pushes, emails, previews, account deletions and schedules.
create table tasks (
  -- Unguessable: the Message-ID of an email, the receipt of a push.
  task_id text primary key,
  seq bigint generated always as identity,
  -- What each kind stores is in data/taskKinds.ts.
  kind text not null,
  -- One task of a kind with this key is open at a time; null where that does not matter.
  dedupe_key text,
  -- Tasks of a pool share the places of a process: the push service.
  pool text not null default '',
  -- Tasks of a lane share few of them: the device of a push, the uploader of a file.
  lane text not null default '',
  -- Email of the recipient, or null.
  recipient text,
  -- Ids, kinds and times.
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

-- Notification settings; a user without a row has the defaults of the contract.
create table notification_settings (
  email text primary key references users (email),
  settings jsonb not null,
  updated bigint not null
);

-- Browsers with a push subscription, each at one push service.
create table push_devices (
  -- SHA-256 of the endpoint, base64url.
  device_id text primary key,
  -- The user who registered it last; earlier users of the browser get no more pushes.
  email text not null references users (email),
  uid text not null,
  -- Secret: with it anyone can push to the browser. Never returned or logged.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  -- Host of the push service.
  service text not null,
  created bigint not null,
  -- When the app was last opened on it.
  seen bigint not null,
  -- `SUBSCRIBED`, `FAILING`, or `GONE`, when the push service no longer knows it.
  state text not null default 'SUBSCRIBED',
  -- When the push service last accepted a push, and when the device last showed one.
  accepted bigint,
  shown bigint,
  -- Why the last push failed; '' when it succeeded.
  error text not null default '',
  -- Consecutive failures, and when the next attempt may be.
  failures integer not null default 0,
  wait_until bigint not null default 0,
  -- The steps of the last test; null when there was none.
  test_id text,
  test_queued bigint,
  test_accepted bigint,
  test_shown bigint,
  test_error text not null default ''
);
create index push_devices_by_person on push_devices (email, seen desc);
create index push_devices_by_service on push_devices (service);

-- Tasks of a device are deleted with it.
create function delete_pushes() returns trigger language plpgsql as $$
begin
  delete from tasks where kind = 'push' and lane = old.device_id;
  return null;
end $$;
create trigger pushes_deleted_with_device after delete on push_devices for each row execute function delete_pushes();

-- The server's VAPID keys where the environment has none: one row for all processes on this database.
create table vapid_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  private_key text not null
);

-- Tokens of unsubscribe links.
create table mail_tokens (
  email text primary key references users (email),
  token text not null unique,
  -- The setting before the user unsubscribed, for an undo.
  choice text not null default ''
);

-- Tokens in the Reply-To of emails about jobs: whose reply it is, and to which job. Only their hash is stored.
create table reply_tokens (
  token_hash text primary key,
  email text not null references users (email),
  job_id text not null,
  created bigint not null
);
create index reply_tokens_by_user on reply_tokens (email);
create index reply_tokens_by_age on reply_tokens (created);

-- When the sender of a reply that was not posted was last told why, by the hash of their address.
create table unposted_replies (
  sender_hash text not null,
  reason text not null,
  told bigint not null,
  primary key (sender_hash, reason)
);
create index unposted_replies_by_age on unposted_replies (told);

-- What the sender of a reply is told of what was not posted, until the email is sent.
create table unposted_reports (
  report_id text primary key,
  -- Who is told.
  email text not null,
  reason text not null,
  -- The names of files that were not posted: they are stored nowhere else.
  files text[] not null,
  -- Message-ID of the reply, or ''.
  answers text not null,
  expires bigint not null
);
create index unposted_reports_by_person on unposted_reports (email);
