-- Where a system stands, as its owner has said, in tenths of a degree. It belongs to the ownership and ends with it.
alter table ownership
  add column latitude smallint,
  add column longitude smallint,
  add check ((latitude is null) = (longitude is null)),
  add check (latitude is null or (until is null and latitude between -900 and 900 and longitude between -1800 and 1799));
create index ownership_place on ownership (latitude, longitude) where latitude is not null;

-- The weather that is forecast for a cell in which a system stands, in hours from `start` on: irradiance in W/m², cloud
-- in %, temperature in tenths of °C. `past_…`: from `past_start` on, hour by hour, what the last issue before each day (in
-- UTC) had said of it. `next_at`: when it is asked for again, `failing_since` the first of the attempts in vain.
create table weather_cell (
  latitude smallint not null,
  longitude smallint not null,
  next_at timestamptz not null,
  tries integer not null default 0,
  failing_since timestamptz,
  provider text,
  fetched_at timestamptz,
  issued_at timestamptz,
  start timestamptz,
  irradiance smallint[] not null default '{}',
  cloud smallint[] not null default '{}',
  temperature smallint[] not null default '{}',
  past_start timestamptz,
  past_irradiance smallint[] not null default '{}',
  past_temperature smallint[] not null default '{}',
  primary key (latitude, longitude)
);
create index weather_cell_due on weather_cell (next_at, latitude, longitude);
