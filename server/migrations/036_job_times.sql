-- When each job was reported, answered and closed, for figures over many jobs: the rows of jobs, messages and history are too wide for
-- those. Triggers maintain them. A row of a job of an earlier version has its id only, until `timeSomeJobs` of data/figures.ts fills it.
create table job_times (
  job_id text primary key,
  reported bigint,
  status text,
  -- When the job got its status; null where the history does not say.
  since bigint,
  -- Seconds between report and `since` in which the job was on hold or closed.
  paused bigint,
  -- When the client reported the job or first wrote, and staff's first message after that.
  asked bigint,
  answered bigint,
  client text,
  assignee text,
  services text[]
);

create function services_of(entries jsonb) returns text[] language sql immutable as $$
  select array(
    select distinct jsonb_array_elements_text(entry -> 'evServices') from jsonb_array_elements(entries) entry
    order by 1
  )
$$;

-- Writes the rows of these jobs anew. The history names statuses by their labels.
create function time_jobs(ids text[]) returns void language sql as $$
  insert into job_times (job_id, reported, status, since, paused, asked, answered, client, assignee, services)
  select j.job_id, j.created, j.status,
    coalesce(changes.newest, case when j.status = 'IN_PROGRESS' then j.created end), coalesce(changes.paused, 0),
    asked.created,
    (select m.created from messages m
      where m.job_id = j.job_id and (m.from_user_type = 'CLIENT') = false and m.sequence > asked.sequence
      order by m.sequence limit 1),
    j.job_reporter, j.assigned_to, services_of(j.services)
  from jobs j
  left join lateral (
    select max(created) as newest, sum(until - created) filter (where to_text <> 'In progress') as paused
    from (
      select h.created, h.to_text, lead(h.created) over (order by h.seq) as until
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
    paused = excluded.paused, asked = excluded.asked, answered = excluded.answered, client = excluded.client,
    assignee = excluded.assignee, services = excluded.services
$$;

create function time_new_jobs() returns trigger language plpgsql as $$
begin
  perform time_jobs(array(select job_id from added));
  return null;
end $$;
create trigger jobs_timed after insert on jobs
  referencing new table as added for each statement execute function time_new_jobs();

create function time_changed_jobs() returns trigger language plpgsql as $$
begin
  update job_times t set client = n.job_reporter, assignee = n.assigned_to, services = services_of(n.services)
    from added n join gone o on o.job_id = n.job_id
    where t.job_id = n.job_id
      and (n.job_reporter, n.assigned_to, n.services) is distinct from (o.job_reporter, o.assigned_to, o.services);
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

-- After the triggers, so that no job is missed. The constraint comes last and unchecked: checking each row would keep writes waiting.
insert into job_times (job_id) select job_id from jobs on conflict do nothing;
create index job_times_unfilled on job_times (job_id) where reported is null;
create index job_times_reported on job_times (reported);
create index job_times_closed on job_times (since) where status in ('COMPLETED', 'CANCELLED');
create index job_times_open on job_times (assignee, reported) where status in ('IN_PROGRESS', 'ON_HOLD');
create index job_times_answered on job_times (answered) where answered is not null;
alter table job_times add constraint job_times_of_jobs foreign key (job_id) references jobs (job_id) on delete cascade not valid;
