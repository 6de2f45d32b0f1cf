-- A release reaches its shares one after the other: `stages` are those to come. It goes on once the present one, since
-- `stage_since`, has had so many finished updates and so much time. `conditions`: what else a system must meet;
-- `per_day`: how many updates may be started within 24 hours.
alter table release add column stages smallint[] not null default '{}', add column stage_since timestamptz not null default now(),
  add column gate_finished integer not null default 0, add column gate_soak_ms bigint not null default 0,
  add column conditions jsonb not null default '{}', add column per_day integer check (per_day > 0),
  add check (stages = '{}' or gate_finished > 0 or gate_soak_ms > 0);
update release set stage_since = published_at;
-- Count the updates of a day.
create index firmware_update_asked on firmware_update (asked_at);
