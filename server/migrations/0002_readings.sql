-- What units say. Measures (V, W, %) are whole thousandths, so that sums are exact in any order; counters are
-- whole Wh. null = not known.
create table reading (
  system integer not null,
  at timestamptz not null,
  grid_v integer,
  grid_w integer,
  pv_w integer,
  battery_w integer,
  soc integer,
  output_w integer,
  pv_wh bigint,
  import_wh bigint,
  feed_in_wh bigint,
  charge_wh bigint,
  discharge_wh bigint,
  primary key (system, at)
) partition by range (at);

-- What is older than the partitions made so far.
create table reading_older partition of reading default;

-- Makes the missing partitions, one for each UTC day. A day that lies in reading_older already stays there.
create function make_reading_partitions(first_day date, last_day date) returns void language plpgsql as $$
declare
  day date;
  name text;
begin
  perform pg_advisory_xact_lock(7341003);
  for day in select generate_series(first_day, last_day, interval '1 day')::date loop
    name := 'reading_' || to_char(day, 'YYYY_MM_DD');
    continue when to_regclass(name) is not null;
    begin
      execute format('create table %I partition of reading for values from (%L) to (%L)',
        name, day::text || ' 00:00Z', (day + 1)::text || ' 00:00Z');
    exception when check_violation then null;
    end;
  end loop;
end $$;

-- A quarter of an hour of one system; `at` is its start. Of each measure, and of the house load: sum, minimum,
-- maximum, count of what is known. Of each counter: the first and last value known and when, and the energy
-- counted between them.
create table quarter (
  system integer not null,
  at timestamptz not null,
  readings integer not null,
  grid_v_sum bigint,
  grid_v_min integer,
  grid_v_max integer,
  grid_v_count integer not null,
  grid_w_sum bigint,
  grid_w_min integer,
  grid_w_max integer,
  grid_w_count integer not null,
  pv_w_sum bigint,
  pv_w_min integer,
  pv_w_max integer,
  pv_w_count integer not null,
  battery_w_sum bigint,
  battery_w_min integer,
  battery_w_max integer,
  battery_w_count integer not null,
  soc_sum bigint,
  soc_min integer,
  soc_max integer,
  soc_count integer not null,
  output_w_sum bigint,
  output_w_min integer,
  output_w_max integer,
  output_w_count integer not null,
  load_w_sum bigint,
  load_w_min integer,
  load_w_max integer,
  load_w_count integer not null,
  pv_wh_first bigint,
  pv_wh_first_at timestamptz,
  pv_wh_last bigint,
  pv_wh_last_at timestamptz,
  pv_wh bigint,
  import_wh_first bigint,
  import_wh_first_at timestamptz,
  import_wh_last bigint,
  import_wh_last_at timestamptz,
  import_wh bigint,
  feed_in_wh_first bigint,
  feed_in_wh_first_at timestamptz,
  feed_in_wh_last bigint,
  feed_in_wh_last_at timestamptz,
  feed_in_wh bigint,
  charge_wh_first bigint,
  charge_wh_first_at timestamptz,
  charge_wh_last bigint,
  charge_wh_last_at timestamptz,
  charge_wh bigint,
  discharge_wh_first bigint,
  discharge_wh_first_at timestamptz,
  discharge_wh_last bigint,
  discharge_wh_last_at timestamptz,
  discharge_wh bigint,
  primary key (system, at)
) with (fillfactor = 80);

-- Every state a unit has ever told.
create table state (
  system integer not null,
  at timestamptz not null,
  payload jsonb not null,
  primary key (system, at)
);

-- One row a system: its newest reading, which state is its newest and since when its flags stand, and when the
-- server last heard of it and last saw it vanish.
create table latest (
  system integer primary key references storage_system,
  heard_at timestamptz,
  vanished_at timestamptz,
  reading_at timestamptz,
  grid_v integer,
  grid_w integer,
  pv_w integer,
  battery_w integer,
  soc integer,
  output_w integer,
  pv_wh bigint,
  import_wh bigint,
  feed_in_wh bigint,
  charge_wh bigint,
  discharge_wh bigint,
  state_at timestamptz,
  flags_since jsonb not null default '{}'
) with (fillfactor = 50);

-- What was refused and why, for the operator. Slots are used again: never more than 10 000 rows.
create sequence refused_slot minvalue 0 maxvalue 9999 start 0 cycle;
create table refused (
  slot integer primary key default nextval('refused_slot'),
  system integer not null,
  at timestamptz not null,
  topic text not null,
  reason text not null,
  payload text not null
);
