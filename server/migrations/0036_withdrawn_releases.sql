-- A withdrawn release is offered to nobody ever again, and what waits for it has been called back. What ended before
-- `counted_from` says nothing about it any more: an operator resumed it then. `stop_reported_at`: when operators were
-- told that it stopped by itself.
alter table release add column withdrawn_at timestamptz, add column counted_from timestamptz,
  add column stop_reported_at timestamptz;
update release set stop_reported_at = paused_at where paused_by = 'failures';
-- What is planned or under way of a release.
create index update_open_of_release on update_action (release) where ended_at is null;
