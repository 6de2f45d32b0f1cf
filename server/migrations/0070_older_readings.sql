-- Readings of days that have no partition of their own lie in one partition a month. Whenever the partition of a day is made,
-- PostgreSQL makes sure that the default one holds nothing of that day, while nobody else may read or write. The constraints
-- of the months, which repeat their bounds, tell it so; it does not know it from the bounds. Thus it need not read any rows.
alter table reading detach partition reading_older;
alter table reading_older rename to reading_before;
alter index reading_older_pkey rename to reading_before_pkey;
create table reading_older partition of reading default partition by range (at);
-- What lies beyond the months made so far: as a rule nothing.
create table reading_other partition of reading_older default;

-- Makes the partition of a UTC day, unless there is one. A day that lies in reading_other already stays there.
create function make_reading_day(day date) returns void language plpgsql as $$
declare
  name text := 'reading_' || to_char(day, 'YYYY_MM_DD');
begin
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I partition of reading for values from (%L) to (%L)',
    name, day::text || ' 00:00Z', (day + 1)::text || ' 00:00Z');
exception when check_violation then null;
end $$;

-- The same for the older readings of a month; `day` is one of its days.
create function make_older_readings(day date) returns void language plpgsql as $$
declare
  name text := 'reading_older_' || to_char(day, 'YYYY_MM');
  first text := to_char(day, 'YYYY-MM') || '-01 00:00Z';
  after text := to_char(date_trunc('month', day) + interval '1 month', 'YYYY-MM') || '-01 00:00Z';
begin
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I partition of reading_older (check (at >= %L and at < %L)) for values from (%L) to (%L)',
    name, first, after, first, after);
exception when check_violation then null;
end $$;

-- Makes the missing partitions of UTC days, then those of older readings: units may send what is 400 days old, which is kept
-- for 35 days. A month is made when its days are, so that no day is ever made beside older readings of its month.
create or replace function make_reading_partitions(first_day date, last_day date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7341003);
  perform make_reading_day(day::date) from generate_series(first_day, last_day, interval '1 day') as day;
  perform make_older_readings(month::date)
  from generate_series(date_trunc('month', first_day - interval '14 months'), first_day, interval '1 month') as month;
end $$;

-- Moves what is there. Days among those with partitions lie there because theirs could not be made.
do $$
declare
  first_day date := (
    select min(to_date(substr(relname, 9), 'YYYY_MM_DD')) from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'reading'::regclass and relname ~ '^reading_[0-9]'
  );
  days date[] := array(select distinct (at at time zone 'UTC')::date from reading_before);
begin
  perform make_reading_day(day) from unnest(days) as day where day > first_day;
  perform make_older_readings(day) from unnest(days) as day where day <= first_day or first_day is null;
  insert into reading select * from reading_before;
end $$;
drop table reading_before;
