-- The files of a job say which pictures it has.
drop table seen_pictures;
