-- When each unit began to report its status and battery status of now; null where that is not known.
alter table unit_state add column status_since timestamptz;
