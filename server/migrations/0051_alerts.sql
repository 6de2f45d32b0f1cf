-- Owners whose alerts are judged, and when next; at once if they are in `alert_wake`. `told_at`: the last mail. Of what began
-- before `watched_from` they are not told: there were no alerts yet.
create table alert_owner (
  owner uuid primary key references owner on delete cascade,
  due_at timestamptz not null default '-infinity',
  judged_at timestamptz,
  watched_from timestamptz,
  told_at timestamptz,
  quiet boolean not null default true
) with (fillfactor = 70);
create index alert_owner_due on alert_owner (due_at);
insert into alert_owner (owner, watched_from) select id, now() from owner;

-- Owners about whose systems or account there is news. Rows are only added, so that nobody waits for the job.
create table alert_wake (owner uuid not null);
create index on alert_wake (owner);

-- What has happened at an account, until the job has made alerts of it.
create table alert_event (
  owner uuid not null references owner on delete cascade,
  cause text not null,
  subject text not null,
  at timestamptz not null,
  details jsonb not null default '{}',
  primary key (owner, cause, subject)
);

-- Alerts (core/src/messages/alerts/alert.ts). `hold`: why the owner is not told; `details`: the values that say why.
create table alert (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references owner on delete cascade,
  system integer references storage_system on delete cascade,
  cause text not null,
  subject text not null,
  begun_at timestamptz not null,
  standing_since timestamptz,
  count integer not null,
  raised_at timestamptz,
  ended_at timestamptz,
  over_at timestamptz,
  rounds integer not null,
  told_at timestamptz,
  end_told_at timestamptz,
  muted_until timestamptz,
  hold text,
  details jsonb not null default '{}'
) with (fillfactor = 70);
create index alert_newest on alert (owner, raised_at desc, id) where raised_at is not null;
create index alert_recent on alert (owner, over_at);

-- What was to be told of an alert, by which mail and to which address, and what became of it; null = not yet known.
create table alert_notice (
  id bigint primary key generated always as identity,
  alert uuid not null references alert on delete cascade,
  owner uuid not null references owner on delete cascade,
  kind text not null,
  made_at timestamptz not null,
  mail uuid,
  taken_at timestamptz,
  address text,
  outcome text,
  settled_at timestamptz
);
create index alert_notice_pending on alert_notice (owner) where outcome is null;
create index alert_notice_of on alert_notice (alert);
create index alert_notice_mail on alert_notice (mail);

-- Of an owner's mails about alerts, at most one waits for its first attempt.
create index mail_untried on mail (owner, kind) where tries = 0;

-- What owners do not want to be told, or want again. `system` is null for what concerns the account.
create table alert_setting (
  owner uuid not null references owner on delete cascade,
  system integer references storage_system on delete cascade,
  topic text not null,
  email boolean not null
);
create unique index alert_setting_one on alert_setting (owner, coalesce(system, 0), topic);

create function alerts_of_new_owner() returns trigger language plpgsql as $$
begin
  insert into alert_owner (owner) values (new.id);
  return null;
end $$;
create trigger owner_alerts after insert on owner for each row execute function alerts_of_new_owner();

create function forget_wakes() returns trigger language plpgsql as $$
begin
  delete from alert_wake where owner = old.id;
  return old;
end $$;
create trigger owner_wakes before delete on owner for each row execute function forget_wakes();

create function wake_alerts(owners uuid[]) returns void language sql as $$
  insert into alert_wake (owner)
  select distinct woken from unnest(owners) as woken
  where woken is not null and not exists (select from alert_wake where owner = woken)
$$;

-- For tables with a column `system`.
create function wake_alerts_of_systems() returns trigger language plpgsql as $$
begin
  perform wake_alerts(array(
    select ownership.owner from ownership where until is null and ownership.system in (select system from changed)));
  return null;
end $$;
create trigger episode_alerts_new after insert on episode
  referencing new table as changed for each statement execute function wake_alerts_of_systems();
create trigger episode_alerts_changed after update on episode
  referencing new table as changed for each statement execute function wake_alerts_of_systems();
create trigger handover_alerts after insert on handover
  referencing new table as changed for each statement execute function wake_alerts_of_systems();

create function wake_alerts_of_update() returns trigger language plpgsql as $$
begin
  perform wake_alerts(array(select owner from ownership where until is null and system = new.system));
  return null;
end $$;
create trigger update_alerts after update of state on update_action
  for each row when (old.state <> new.state) execute function wake_alerts_of_update();

-- What an owner has set for a system is forgotten with the ownership.
create function wake_alerts_of_ownership() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.until is null and new.until is not null then
    delete from alert_setting where owner = old.owner and system = old.system;
  end if;
  perform wake_alerts(array[new.owner] || case when tg_op = 'UPDATE' then array[old.owner] end);
  return null;
end $$;
create trigger ownership_alerts after insert or update on ownership
  for each row execute function wake_alerts_of_ownership();

create function wake_alerts_of_address() returns trigger language plpgsql as $$
begin
  perform wake_alerts(array[new.id]);
  return null;
end $$;
create trigger address_alerts after update of email_confirmed_at on owner
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function wake_alerts_of_address();

-- Sessions from a browser and a network that their owner had not used before.
alter table session add column new_device boolean not null default false;
create function alert_of_sign_in() returns trigger language plpgsql as $$
begin
  insert into alert_event (owner, cause, subject, at, details)
  values (new.owner, 'sign_in', new.id::text, new.created_at, jsonb_build_object('agent', new.agent))
  on conflict do nothing;
  perform wake_alerts(array[new.owner]);
  return null;
end $$;
create trigger session_alerts after update of new_device on session
  for each row when (new.new_device and not old.new_device) execute function alert_of_sign_in();
