-- The words by which messages and names of files are found, split by the code that also splits searches. Null in rows of earlier
-- versions until a schedule adds them (data/indexedWords.ts).
alter table messages add column words tsvector;
alter table attachments add column words tsvector;
create index messages_by_words on messages using gin (words);
create index attachments_by_words on attachments using gin (words);
create index messages_without_words on messages (sequence) where words is null;
create index attachments_without_words on attachments (seq) where words is null;
