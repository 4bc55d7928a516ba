-- The open jobs of one assignee by due date, to the letter of `orderValues` (data/jobs/jobRow.ts): what an engineer begins with.
create index jobs_by_assignee_due on jobs (
  assigned_to, (case status when 'IN_PROGRESS' then coalesce(due_end, 99999999998) else 99999999999 end), seq
) where status in ('IN_PROGRESS', 'ON_HOLD');
