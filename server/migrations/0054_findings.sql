-- When each system is next judged for its owner since then, and what came of it (core/src/energy/findings/judgement.ts):
-- `checks` says of each thing whether it is usual, unusual or not known, and then why.
create table watch (
  system integer primary key references storage_system on delete cascade,
  since timestamptz not null,
  due_at timestamptz not null,
  judged_at timestamptz,
  checks jsonb not null default '[]'
) with (fillfactor = 70);
create index watch_due on watch (due_at, system);

-- What a system did otherwise than it used to, for whoever had it since then, and nobody once they have left.
-- `reasons`: the numbers as they were last, and the points of the chart.
create table finding (
  id uuid primary key default gen_random_uuid(),
  system integer not null,
  since timestamptz not null,
  name text not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  reasons jsonb not null,
  foreign key (system, since) references ownership on delete cascade
);
create unique index finding_open on finding (system, since, name) where ended_at is null;
create index finding_ended on finding (system, since, ended_at);

create trigger finding_alerts_new after insert on finding
  referencing new table as changed for each statement execute function wake_alerts_of_systems();
create function wake_alerts_of_finding() returns trigger language plpgsql as $$
begin
  perform wake_alerts(array(select owner from ownership where until is null and system = new.system));
  return null;
end $$;
create trigger finding_alerts_ended after update of ended_at on finding
  for each row when (old.ended_at is null and new.ended_at is not null) execute function wake_alerts_of_finding();
