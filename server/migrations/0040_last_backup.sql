-- When the last backup by `backup` was made, and its size: one row, none before the first. Alarms ask for its age.
create table last_backup (
  single boolean primary key default true check (single),
  made_at timestamptz not null,
  bytes bigint not null
);
