-- The open jobs of one assignee by age, and their count: few among all jobs that the assignee ever had.
create index jobs_open_of_assignee on jobs (assigned_to, seq desc) where status in ('IN_PROGRESS', 'ON_HOLD');
