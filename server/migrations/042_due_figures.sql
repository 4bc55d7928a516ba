-- Figures of due dates: the end of the day on which a job is due, as in `jobs`, and when it last ceased to be in progress, null while it
-- is: a due date is met by then, whatever came after.
alter table job_times add column due_end bigint, add column stopped bigint;

create or replace function time_jobs(ids text[]) returns void language sql as $$
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

-- By an array of ids, so that times are found by key: a session keeps the plan that suited its first change, and after one of many jobs
-- it would read all times for each job.
create or replace function time_changed_jobs() returns trigger language plpgsql as $$
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

-- Only where due dates have been used already.
select time_jobs(array(select job_id from jobs where due_end is not null)) where exists (select from due_rules);
