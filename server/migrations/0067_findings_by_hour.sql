-- What the last night learned of a system, by which the hours until the next one are judged (core/src/energy/findings/day-so-far.ts).
-- `hour_due_at`: when it is looked at next; null = there is nothing to judge it by.
alter table watch add column hour_due_at timestamptz, add column day_rules jsonb not null default '[]';
create index watch_hour_due on watch (hour_due_at, system) where hour_due_at is not null;
