-- The highest gust of each hour from `start` on, in tenths of m/s, and the issue that it is of: processes of before this column replace
-- the rest of a cell's weather, and leave this. Null where it was fetched before.
alter table weather_cell add column gust smallint[], add column gust_issued_at timestamptz;
