-- How long a battery was how warm while it was whoever's who had it since then (core/src/energy/health/temperature.ts):
-- the newest report, and the seconds at each level.
create table battery_temperature (
  system integer not null,
  since timestamptz not null,
  begun_at timestamptz not null,
  at timestamptz not null,
  celsius double precision,
  lowest double precision not null,
  highest double precision not null,
  seconds integer[] not null,
  primary key (system, since),
  foreign key (system, since) references ownership on delete cascade
) with (fillfactor = 70);
