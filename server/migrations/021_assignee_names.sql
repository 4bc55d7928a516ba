-- Jobs are sorted by the name in the assignee's row, so that a new name changes no job.
drop trigger assignee_named on jobs;
drop trigger assignee_renamed on users;
drop function name_assignee();
drop function rename_assignee();
alter table jobs drop column assignee_order;
