-- Jobs of a range of days, without reading newer ones.
create index jobs_by_created on jobs (created);
-- Jobs of one assignee, by last change.
create index jobs_by_assignee_updated on jobs (assigned_to, updated desc, seq desc);

-- Counts of jobs by their properties, maintained because counting a million takes too long. A write adds rows with the difference,
-- without waiting for locks; their sums are the counts. `foldCounts` of data/jobs/stats.ts merges rows regularly.
create table job_counts (
  status text not null,
  category text not null,
  jobs bigint not null,
  high bigint not null,
  unassigned bigint not null
);
insert into job_counts
  select status, category, count(*), count(*) filter (where job_priority = 'HIGH'), count(*) filter (where assigned_to = '')
  from jobs group by status, category;

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
