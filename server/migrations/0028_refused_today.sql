-- How many readings of a system's newest local day with any such were refused because they cannot be right; `start` is
-- when that day began. One row a system.
create table refused_today (
  system integer primary key references storage_system,
  start timestamptz not null,
  readings integer not null
) with (fillfactor = 50);
