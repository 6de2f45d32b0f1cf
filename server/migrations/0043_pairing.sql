-- Systems that their owners have paired themselves, by a gateway. A locked one's gateway does not sign in.
alter table storage_system
  add column own boolean not null default false,
  add column locked_at timestamptz,
  add check (own or locked_at is null);

-- The newest pairing code of each owner: for a new system, or for the gateway of one (`replaces`). `system` is what a
-- gateway has traded it for.
create table pairing (
  owner uuid primary key references owner on delete cascade,
  code_hash bytea not null unique,
  replaces integer references storage_system on delete cascade,
  time_zone text not null,
  expires_at timestamptz not null,
  system integer references storage_system on delete cascade
);
