-- Hand-overs of systems that somebody still owns, begun by the code. `asked_at`, `unit_asked_at` and `prove_by`: the last
-- time the claimant was asked to use the main switch, by our clock and the unit's. The claimant gets the system once
-- `proven_at` is set and `due_at` has passed without an objection.
create table handover (
  system integer not null references storage_system on delete cascade,
  claimant uuid not null references owner on delete cascade,
  begun_at timestamptz not null,
  due_at timestamptz not null,
  asked_at timestamptz not null,
  unit_asked_at timestamptz not null,
  prove_by timestamptz not null,
  proven_at timestamptz,
  objected_at timestamptz,
  primary key (system, claimant)
);
-- One at a time.
create unique index handover_open on handover (system) where objected_at is null;
create index handover_claimant on handover (claimant);
