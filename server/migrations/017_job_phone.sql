-- E.164 where it is a number of a configured region, else as it was typed; '' where the number of the reporter's profile counts.
alter table jobs add column reporter_phone text not null default '';
