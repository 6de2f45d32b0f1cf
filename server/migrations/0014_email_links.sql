-- Null where somebody else has proven that the address of an unconfirmed account is theirs.
alter table owner alter column email drop not null;
-- When a link sent to the address was used; null until then. Addresses from before count as confirmed.
alter table owner add column email_confirmed_at timestamptz;
update owner set email_confirmed_at = created_at;
create index owner_unconfirmed on owner (created_at) where email_confirmed_at is null;

-- Links that confirm the address of a new account ('registration') or another one ('change'), or give an account its
-- former one back ('undo'). Their tokens are derived from the id.
create table email_link (
  id uuid primary key,
  owner uuid not null references owner on delete cascade,
  kind text not null check (kind in ('registration', 'change', 'undo')),
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_link_owner on email_link (owner);
create index email_link_expires on email_link (expires_at);
alter table email_link set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

-- Notices of a changed address that are still to be sent get their link.
insert into email_link (id, owner, kind, email, created_at, expires_at)
select id, owner, 'undo', address, created_at, created_at + interval '7 days'
from mail where kind = 'email_changed';
update mail set details = jsonb_build_object('link', id) where kind = 'email_changed';
