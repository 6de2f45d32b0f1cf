-- What forecasts say beyond their means: per quarter in W, as `pv` and `load`; the sums of whole days in Wh, three for each
-- day (low, expected, high; null where not known); and by which rule each was made.
alter table forecast
  add column pv_low integer[] not null default '{}',
  add column pv_high integer[] not null default '{}',
  add column load_low integer[] not null default '{}',
  add column load_high integer[] not null default '{}',
  add column load_usual integer[] not null default '{}',
  add column pv_sums integer[] not null default '{}',
  add column load_sums integer[] not null default '{}',
  add column pv_rule jsonb,
  add column load_rule jsonb;
