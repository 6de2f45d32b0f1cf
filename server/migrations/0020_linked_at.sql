-- When an owner linked their identity at the second provider; null for links from before this column.
alter table identity add column linked_at timestamptz;
