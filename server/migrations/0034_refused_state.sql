-- Systems whose newest state was refused because it cannot be right, and when it was received: what their last accepted
-- one says may hold no longer.
create table refused_state (
  system integer primary key references storage_system,
  at timestamptz not null
);
