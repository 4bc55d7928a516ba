-- The search words of a user's company, in the user's row, so that a new name changes no job.
alter table users add column company_words tsvector not null default '';
update users set company_words = array_to_tsvector(array_remove(regexp_split_to_array(
  lower(regexp_replace(normalize(company, nfkd), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+'), ''))
  where company <> '';
-- Split exactly as in the jobs that have them.
update users set company_words = array_to_tsvector(words) from (
  select distinct on (job_reporter) job_reporter,
    array(select substr(word, 2) from unnest(tsvector_to_array(search)) word where left(word, 1) = '@') as words
  from jobs order by job_reporter, seq desc) known
  where email = job_reporter;
create index users_by_company_words on users using gin (company_words);
update jobs set search = ts_delete(search, array(select word from unnest(tsvector_to_array(search)) word where left(word, 1) = '@'))
  where search @@ '''@'':*';
