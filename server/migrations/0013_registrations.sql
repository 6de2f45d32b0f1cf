-- Registrations by bare serial numbers, until a link is used: whether the address has an account is told by mail only, and
-- the password is chosen by who has the mail.
create table registration (
  id uuid primary key,
  email text not null,
  details jsonb not null,
  expires_at timestamptz not null
);
create index registration_email on registration (lower(email));
create index registration_expires on registration (expires_at);
alter table registration set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
