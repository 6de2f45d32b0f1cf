-- Whose signature on an image is believed: an operator's public key (Ed25519, PEM).
create table release_key (
  id text primary key,
  public_key text not null unique,
  added_at timestamptz not null
);

-- A version of one chip. Its image lies in the data folder, named by its SHA-256. `notes` and `changes` (what changes for
-- the owner) hold a text each for `de` and `en`; `changes` is null where nothing does.
create table release (
  id integer generated always as identity primary key,
  chip text not null,
  version text not null,
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  sha1 text not null check (sha1 ~ '^[0-9a-f]{40}$'),
  key text not null references release_key,
  signature text not null,
  notes jsonb not null,
  changes jsonb,
  share smallint not null check (share between 0 and 100),
  published_at timestamptz not null,
  paused_at timestamptz,
  paused_by text check (paused_by in ('operator', 'failures')),
  check ((paused_at is null) = (paused_by is null)),
  unique (chip, version)
);

-- What an owner agreed to before a start, in the words they saw. It goes when they do.
create table update_consent (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references owner on delete cascade,
  system integer not null,
  since timestamptz not null,
  at timestamptz not null,
  language text not null check (language in ('de', 'en')),
  wording text not null,
  parts jsonb not null,
  foreign key (system, since) references ownership
);
create index update_consent_of on update_consent (system, since, at);
create index update_consent_owner on update_consent (owner);

-- A start, by whoever had the system since then.
create table firmware_update (
  id uuid primary key default gen_random_uuid(),
  system integer not null,
  since timestamptz not null,
  asked_at timestamptz not null,
  consent uuid references update_consent on delete set null,
  seen_at timestamptz,
  foreign key (system, since) references ownership
);
create index firmware_update_newest on firmware_update (system, asked_at);

-- The chips of a start, one after the other. What waits for its turn is `planned`; its id is the unit's action id.
create table update_action (
  id integer generated always as identity primary key,
  system integer not null,
  firmware_update uuid not null references firmware_update,
  part smallint not null,
  release integer not null references release,
  from_version text,
  state text not null check (
    state in ('planned', 'waiting', 'started', 'installed', 'finished', 'interrupted', 'cancelled')),
  bytes bigint not null default 0,
  percent smallint not null default 0,
  begun_at timestamptz,
  started_at timestamptz,
  installed_at timestamptz,
  deadline timestamptz,
  ended_at timestamptz,
  reason text,
  -- The unit's own words at its end, within bounds, and how often it has said something.
  details jsonb not null default '[]',
  words integer not null default 0,
  -- When the unit was last heard, first saw the action, and said that it knows of its cancellation.
  heard_at timestamptz,
  fetched_at timestamptz,
  cancel_known_at timestamptz,
  unique (firmware_update, part),
  check ((state in ('waiting', 'started', 'installed')) = (deadline is not null)),
  check ((state in ('finished', 'interrupted', 'cancelled')) = (ended_at is not null)),
  check (state not in ('started', 'installed') or started_at is not null),
  check (state <> 'installed' or installed_at is not null),
  check (state <> 'interrupted' or reason is not null)
) with (fillfactor = 80);
create unique index update_one_at_a_time on update_action (system) where state in ('waiting', 'started', 'installed');
create index update_deadline on update_action (deadline) where deadline is not null;
create index update_of_release on update_action (release, system, ended_at) where ended_at is not null;
create index update_of_system on update_action (system, id);

-- What a unit's update client says of itself (hawkBit: configData), for the operator.
create table update_client (
  system integer primary key references storage_system,
  attributes jsonb not null,
  told_at timestamptz not null
);
