-- When each value in `latest` was measured: a reading need not hold all of them. Never later than when the server
-- received it, so that a clock that was ahead does not hold back true readings.
alter table latest
  add column grid_v_at timestamptz,
  add column grid_w_at timestamptz,
  add column pv_w_at timestamptz,
  add column battery_w_at timestamptz,
  add column soc_at timestamptz,
  add column output_w_at timestamptz;
update latest set
  reading_at = least(reading_at, heard_at),
  grid_v_at = least(reading_at, heard_at),
  grid_w_at = least(reading_at, heard_at),
  pv_w_at = least(reading_at, heard_at),
  battery_w_at = least(reading_at, heard_at),
  soc_at = least(reading_at, heard_at),
  output_w_at = least(reading_at, heard_at)
where reading_at is not null;
