-- A unit whose secret was replaced may sign in with the one before for a while; then a job forgets it. A retired system
-- is in no count and no list, its unit does not sign in, and nobody can claim it.
alter table storage_system
  add column former_secret_hash bytea,
  add column former_secret_until timestamptz,
  add column retired_at timestamptz,
  add check ((former_secret_hash is null) = (former_secret_until is null));
create index storage_system_former_secret on storage_system (former_secret_until)
  where former_secret_until is not null;
