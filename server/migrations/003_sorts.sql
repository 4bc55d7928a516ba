-- The values that `orderValues` of data/jobs/jobRow.ts orders by, to the letter. Assignees are ordered by their names, which are
-- in another table: no index can hold those.

create index jobs_by_status_order on jobs (
  (case status when 'IN_PROGRESS' then 0 when 'ON_HOLD' then 1 when 'COMPLETED' then 2 else 3 end), seq
);
create index jobs_by_priority_order on jobs ((case job_priority when 'HIGH' then 1 else 0 end), seq);
