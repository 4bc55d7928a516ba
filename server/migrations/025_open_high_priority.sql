-- Open jobs of high priority are a view of the list, and may be few among a million jobs.
create index jobs_open_high on jobs (seq desc) where job_priority = 'HIGH' and status in ('IN_PROGRESS', 'ON_HOLD');
