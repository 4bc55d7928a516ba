-- Files that lost their previews because a machine was too slow: they are made when somebody wants to see them.
delete from previews where state = 'NONE' and why in ('attempts', 'crashed', 'time');
