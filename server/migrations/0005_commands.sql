-- What units were told to do, and an outbox: what waits is sent whenever its unit listens. Who gave it is whoever had
-- the system since then, and nobody once they have left.
create table command (
  id uuid primary key default gen_random_uuid(),
  system integer not null,
  since timestamptz not null,
  name text not null,
  value double precision,
  asked_at timestamptz not null,
  state text not null check (state in ('waiting', 'accepted', 'done', 'refused', 'timed_out')),
  accepted_at timestamptz,
  deadline timestamptz,
  ended_at timestamptz,
  reason text,
  -- All that the unit said about it, within bounds, also what came too late to count.
  outcomes jsonb not null default '[]',
  foreign key (system, since) references ownership,
  check ((state in ('waiting', 'accepted')) = (ended_at is null)),
  check ((deadline is null) = (ended_at is not null)),
  check (state <> 'accepted' or accepted_at is not null)
);
create index command_ledger on command (system, since, asked_at);
create unique index command_one_at_a_time on command (system, since) where ended_at is null;
create index command_deadline on command (deadline) where ended_at is null;
