-- Since a restore, raw readings of before this instant may be missing: a backup is made without them, or while units add
-- to them. A quarter of before then takes further readings only if all of its raw readings are there. One row at most.
create table missing_readings (
  single boolean primary key default true check (single),
  before timestamptz not null
);
