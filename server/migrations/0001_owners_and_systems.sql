create table owner (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  password_hash text not null,
  language text not null default 'de' check (language in ('de', 'en')),
  created_at timestamptz not null default now()
);
create unique index owner_email on owner (lower(email));

create table session (
  id uuid primary key,
  owner uuid not null references owner on delete cascade,
  counter integer not null default 0,
  adopted boolean not null default false,
  stay_logged_in boolean not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index session_owner on session (owner);

create table storage_system (
  id integer generated always as identity primary key,
  sn text not null unique check (sn ~ '^([0-9]{1,20}|[A-Z]{1,20})$'),
  phase smallint not null check (phase between 1 and 3),
  time_zone text not null,
  secret_hash bytea not null,
  created_at timestamptz not null default now()
);

-- Who owns a system, and from when on its readings are theirs to see.
create table ownership (
  system integer not null references storage_system,
  owner uuid not null references owner on delete cascade,
  since timestamptz not null,
  until timestamptz,
  primary key (system, since)
);
create unique index ownership_one_at_a_time on ownership (system) where until is null;
create index ownership_owner on ownership (owner) where until is null;

-- Counted attempts, so that guessing is slow whichever process is asked.
create table attempt (
  key text primary key,
  hits integer not null,
  resets_at timestamptz not null
);
