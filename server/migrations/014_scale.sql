-- A day or a month of all jobs, without reading what is newer.
create index jobs_by_created on jobs (created);
-- What one person has to do, by its last change.
create index jobs_by_assignee_updated on jobs (assigned_to, updated desc, seq desc);

-- How many jobs there are of each kind, kept as they change, because to count a million of them takes too long. Whoever
-- changes a job adds rows with the difference and waits for nobody; their sums are the counts. Now and then many rows are
-- made one (`foldCounts` of data/jobs/stats.ts).
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
