-- A finished local day of a system, its quarters packed into a column each (server/src/sealing/day.ts). When something
-- late comes for it, it is opened: its quarters lie in `quarter` again, and here is no row until it is sealed anew.
create table sealed_day (
  system integer not null,
  start timestamptz not null,
  quarters smallint not null,
  sealed_at timestamptz not null,
  told integer not null,
  readings bytea not null,
  moments bytea not null,
  grid_v bytea not null,
  grid_w bytea not null,
  pv_w bytea not null,
  battery_w bytea not null,
  soc bytea not null,
  output_w bytea not null,
  load_w bytea not null,
  grid_v_range bytea not null,
  grid_w_range bytea not null,
  pv_w_range bytea not null,
  battery_w_range bytea not null,
  soc_range bytea not null,
  output_w_range bytea not null,
  load_w_range bytea not null,
  pv_wh bytea not null,
  import_wh bytea not null,
  feed_in_wh bytea not null,
  charge_wh bytea not null,
  discharge_wh bytea not null,
  -- The last value known of each counter, and when it was told.
  pv_wh_last bigint,
  pv_wh_last_at timestamptz,
  import_wh_last bigint,
  import_wh_last_at timestamptz,
  feed_in_wh_last bigint,
  feed_in_wh_last_at timestamptz,
  charge_wh_last bigint,
  charge_wh_last_at timestamptz,
  discharge_wh_last bigint,
  discharge_wh_last_at timestamptz,
  primary key (system, start)
) with (toast_tuple_target = 4080);

-- Two days a page, or more; what is packed already is not worth compressing.
do $$
declare
  packed name;
begin
  for packed in select attname from pg_attribute where attrelid = 'sealed_day'::regclass and atttypid = 'bytea'::regtype loop
    execute format('alter table sealed_day alter column %I set storage external', packed);
  end loop;
end $$;

-- The end of the newest day that was ever sealed: only what is older can come too late for it.
alter table latest add column sealed_until timestamptz;

-- Days of which readings came after they had been sealed, and when the last did.
create table late_day (
  system integer not null,
  start timestamptz not null,
  until timestamptz not null,
  heard_at timestamptz not null,
  primary key (system, start)
);
