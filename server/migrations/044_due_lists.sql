-- With the columns that are read of many jobs, so that their wide rows are not.
drop index jobs_by_due;
create index jobs_by_due on jobs (due_end, seq) include (assigned_to) where status = 'IN_PROGRESS' and due_end is not null;
drop index jobs_by_assignee;
create index jobs_by_assignee on jobs (assigned_to, seq desc) include (status, category, job_priority);
