-- Links by which owners show the passport of a battery; of their tokens only the hash is kept.
create table passport_link (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null references owner on delete cascade,
  system integer not null references storage_system on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  with_serial boolean not null
);
create index passport_link_of on passport_link (system);
create index passport_link_owner on passport_link (owner);

-- Links end with the ownership.
create function forget_passport_links() returns trigger language plpgsql as $$
begin
  delete from passport_link where system = old.system;
  return null;
end $$;
create trigger ownership_passport_links after update of until on ownership for each row
  when (old.until is null and new.until is not null) execute function forget_passport_links();
