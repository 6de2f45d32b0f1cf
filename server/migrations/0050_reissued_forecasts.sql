-- Forecasts of days before the first that is kept, made later by what was known at the beginning of each: while the job learns
-- from them. None was shown to anybody.
alter table forecast_day add column reissued boolean not null default false;

-- Systems that the job has only begun to learn from: it goes on with them while nothing else is due.
alter table forecast_memory add column behind boolean not null default false;
create index forecast_memory_behind on forecast_memory (system) where behind;

-- The packed year has another form; it is made anew by itself.
delete from forecast_memory;
