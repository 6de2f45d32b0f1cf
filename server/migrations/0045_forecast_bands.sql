-- Bands of the forecast, as `pv` and `load` are stored: 10 % and 90 % quantiles, and the load's median. `*_sums` are Wh,
-- three per day: low, expected, high; null where a sum is not known. `*_method` names the rule in force.
alter table forecast
  add column pv_low integer[] not null default '{}',
  add column pv_high integer[] not null default '{}',
  add column pv_sums integer[] not null default '{}',
  add column load_low integer[] not null default '{}',
  add column load_high integer[] not null default '{}',
  add column load_usual integer[] not null default '{}',
  add column load_sums integer[] not null default '{}',
  add column pv_method text not null default 'none',
  add column load_method text not null default 'none',
  add column weather text not null default 'none',
  add column pv_excluded jsonb not null default '{}';

-- What the forecast job remembers of a system between forecasts, for its owner since `since`: its last year of quarters
-- from `start` on (packed, see `year.ts`; made anew from the quarters weekly, and once they were corrected), and how much
-- each rule is worth. `efficiency` is the share of energy that survives each way in its battery.
create table forecast_memory (
  system integer primary key references forecast on delete cascade,
  since timestamptz not null,
  built_at timestamptz not null,
  start timestamptz not null,
  pv bytea not null,
  load bytea not null,
  pv_memory jsonb,
  load_memory jsonb,
  efficiency real
);
alter table forecast_memory alter column pv set storage external, alter column load set storage external;
