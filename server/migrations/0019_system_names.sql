-- What owners call their systems. A name belongs to the ownership and ends with it: the next owner never sees it.
alter table ownership add column name text
  check (name is null or (until is null and char_length(name) between 1 and 40));

create or replace view system_access as
select owner as caller, system, since, array['see', 'control', 'update'] as rights, name
from ownership where until is null;
