alter table owner
  add column phone text,
  add column country text,
  add column terms text,
  add column terms_at timestamptz,
  add column picture bytea,
  add column picture_id uuid;

-- What the browser called itself when the session began.
alter table session add column agent text check (length(agent) <= 300);

-- Who signs in at the second provider, by what the provider says of them.
create table identity (
  issuer text not null,
  subject text not null,
  owner uuid not null references owner on delete cascade,
  primary key (issuer, subject)
);
create index identity_owner on identity (owner);

-- The code printed with a unit, as a keyed hash. It stays good when the system changes hands.
create table registration_code (
  hash bytea primary key,
  system integer not null unique references storage_system
);

-- A claim by serial number alone, until the unit's switch confirms it. One a system. `unit_asked_at` is
-- `asked_at` by the unit's own clock.
create table claim (
  system integer primary key references storage_system,
  owner uuid not null references owner on delete cascade,
  asked_at timestamptz not null,
  unit_asked_at timestamptz not null,
  expires_at timestamptz not null
);
create index claim_owner on claim (owner);

-- Mail to be sent, to an owner or to an address, gone once it is.
create table mail (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  owner uuid references owner on delete cascade,
  address text,
  details jsonb not null default '{}',
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  check (owner is not null or address is not null)
);
create index mail_due on mail (due_at);

-- Links to choose a new password; their tokens are derived from the id.
create table reset (
  id uuid primary key,
  owner uuid not null references owner on delete cascade,
  expires_at timestamptz not null,
  spent boolean not null default false
);
create index reset_owner on reset (owner);

-- An owner who is gone leaves when a system was somebody's, so that the next one sees nothing from before.
alter table ownership alter column owner drop not null;
alter table ownership add check (owner is not null or until is not null);

-- Rows that name people are few and are to be wiped within minutes of their deletion, not after the fiftieth.
alter table owner set (
  autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
  toast.autovacuum_vacuum_threshold = 0, toast.autovacuum_vacuum_scale_factor = 0
);
alter table identity set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table mail set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
