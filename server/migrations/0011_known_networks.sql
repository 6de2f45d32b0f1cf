-- Networks an owner was signed in from, as keyed hashes: strangers' wrong passwords lock nobody out of these.
create table known_network (
  owner uuid not null references owner on delete cascade,
  network text not null,
  seen_at timestamptz not null,
  primary key (owner, network)
);
create index known_network_seen on known_network (seen_at);
