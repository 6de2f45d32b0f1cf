-- When an owner last ended the second provider's link: what was begun before is not completed after it.
alter table owner add column unlinked_at timestamptz;
