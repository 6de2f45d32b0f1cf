-- What is expected of an owned system: one row each, for its owner since `since`. Mean powers in whole W of the
-- quarters from `start` on, day after day; `days` tells how many quarters each has. null = too little history.
-- Of how many days' history, and how today compares with an ordinary day.
create table forecast (
  system integer primary key references storage_system,
  since timestamptz not null,
  made_at timestamptz not null,
  start timestamptz not null,
  days smallint[] not null,
  pv integer[] not null,
  load integer[] not null,
  pv_history smallint not null,
  pv_level real not null,
  load_history smallint not null,
  load_level real not null
);
