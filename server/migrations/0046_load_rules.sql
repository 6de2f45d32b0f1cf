-- As `weather` and `pv_excluded`, which are about PV, of the forecast of the house.
alter table forecast
  add column load_weather text not null default 'none',
  add column load_excluded jsonb not null default '{}';
