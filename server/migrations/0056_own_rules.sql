-- Owners' own rules (core/src/messages/own-rules). A rule that is changed is a new one. `held_since`: since when its condition has
-- held; `raised_at`, `resolved_at`, `count`: when it last held for long enough. Values between `calm_least` and `calm_most`
-- (thousandths, as in `latest`) change nothing.
create table own_rule (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references owner on delete cascade,
  system integer not null references storage_system on delete cascade,
  created_at timestamptz not null,
  quantity text not null,
  comparison text not null,
  threshold integer not null,
  minutes integer not null,
  held_since timestamptz,
  raised_at timestamptz,
  resolved_at timestamptz,
  count integer not null default 0,
  calm_least integer,
  calm_most integer
) with (fillfactor = 70);
create index own_rule_of on own_rule (system);
create index own_rule_owner on own_rule (owner);

create function wake_alerts_of_rule() returns trigger language plpgsql as $$
begin
  perform wake_alerts(array[new.owner]);
  return null;
end $$;
create trigger rule_alerts after update of raised_at, resolved_at on own_rule for each row
  when (old.raised_at is distinct from new.raised_at or old.resolved_at is distinct from new.resolved_at)
  execute function wake_alerts_of_rule();

-- Rules end with the ownership.
create function forget_own_rules() returns trigger language plpgsql as $$
begin
  delete from own_rule where owner = old.owner and system = old.system;
  return null;
end $$;
create trigger ownership_rules after update of until on ownership for each row
  when (old.until is null and new.until is not null) execute function forget_own_rules();
