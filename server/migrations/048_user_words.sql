-- The words by which a user is found, split by the code that also splits searches; until a profile is saved again, its plain words.
alter table users add column words tsvector not null default '';
update users set words = array_to_tsvector(array_remove(regexp_split_to_array(
  lower(regexp_replace(normalize(first_name || ' ' || last_name || ' ' || company || ' ' || email, nfkd), '[\u0300-\u036f]', '', 'g')),
  '[^[:alnum:]]+'), ''))
  where erased is null;
drop index users_by_words;
create index users_by_words on users using gin (words) where erased is null;
