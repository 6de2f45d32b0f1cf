-- What was forecast of a local day of a system: packed (server/src/energy/forecast/record/pack-issues.ts), the first forecast
-- of that day with its bands, and the day's sums as each hour saw them last. Once the day is over and sealed it is judged:
-- what it brought, and what rules of thumb had said, packed too (outcome.ts there).
create table forecast_day (
  start timestamptz not null,
  system integer not null,
  quarters smallint not null,
  issues bytea not null,
  outcome bytea not null default '',
  primary key (system, start)
);
alter table forecast_day alter column issues set storage external, alter column outcome set storage external;

-- Days that are to be judged, and when: once they are over, and again after late readings or a correction.
create table forecast_day_due (
  system integer not null,
  start timestamptz not null,
  due_at timestamptz not null,
  primary key (system, start)
);
create index on forecast_day_due (due_at, system, start);
