-- The order of names for people: Á after A, Ł after L, in any database, whatever its own order. The collation is ours, so that its version
-- can be renewed (data/db/renewOrder.ts).
create collation names (provider = icu, locale = 'und');
create index jobs_by_project_name on jobs (lower(project collate names), seq);
create index users_by_company_name on users (lower(company collate names));
drop index jobs_by_project;
drop index users_by_company;
