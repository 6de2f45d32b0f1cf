-- Confirmed accounts that never had a system are deleted a year after their owner last signed in (to the day; at the earliest
-- now), once a mail has announced it (null: not yet).
alter table owner
  add column signed_in_at timestamptz not null default now(),
  add column farewell_at timestamptz;
