-- The key by which push services know this server (VAPID, RFC 8292), made at the first start and never replaced: every
-- subscription is bound to it.
create table push_key (
  one boolean primary key default true check (one),
  public text not null,
  private text not null,
  made_at timestamptz not null
);

-- Browsers that show an owner's alerts, each for as long as the session it was added in (RFC 8030, RFC 8291). `service`: whose
-- push service it is. `retry_at`, `tries`: when and how often what waits for it is tried.
create table push_subscription (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references owner on delete cascade,
  session uuid not null references session on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  service text not null,
  agent text check (length(agent) <= 300),
  made_at timestamptz not null,
  sent_at timestamptz,
  retry_at timestamptz not null default '-infinity',
  tries integer not null default 0
) with (fillfactor = 70);
create index push_subscription_owner on push_subscription (owner);
create index push_subscription_session on push_subscription (session);
create index push_subscription_due on push_subscription (service, retry_at);

-- A notice goes out by mail, or to one browser. `address` is that browser's user agent then.
alter table alert_notice
  add column channel text not null default 'email',
  add column subscription uuid references push_subscription on delete set null;
create index alert_notice_push on alert_notice (subscription) where subscription is not null and outcome is null;
drop index alert_notice_pending;
create index alert_notice_pending on alert_notice (owner) where outcome is null and channel = 'email';

alter table alert_setting alter column email set default true, add column push boolean not null default true;
-- Whether notifications say only that there is something.
alter table alert_owner add column discreet boolean not null default false;

-- What waits for a browser that is gone is told nobody there.
create function settle_pushes() returns trigger language plpgsql as $$
begin
  update alert_notice set outcome = 'failed', settled_at = now() where subscription = old.id and outcome is null;
  return old;
end $$;
create trigger push_subscription_notices before delete on push_subscription
  for each row execute function settle_pushes();

-- Alerts that waited for a way to reach their owner are judged again.
create function wake_alerts_of_browser() returns trigger language plpgsql as $$
begin
  perform wake_alerts(array[new.owner]);
  return null;
end $$;
create trigger push_subscription_alerts after insert on push_subscription
  for each row execute function wake_alerts_of_browser();
