-- What an owner says about a unit's measurements: with `until`, that a counter or everything (null) was measured
-- wrongly over whole quarters; without, that a counter showed `before` (Wh) up to the instant `start` and `after` from
-- then on. Applied whenever quarters are read, so that nothing stored is ever changed. Kept once undone, as history.
create table correction (
  id uuid primary key default gen_random_uuid(),
  system integer not null,
  since timestamptz not null,
  counter text,
  start timestamptz not null,
  until timestamptz,
  before bigint,
  after bigint,
  made_at timestamptz not null,
  undone_at timestamptz,
  foreign key (system, since) references ownership,
  check (case when until is null then counter is not null and coalesce(before, after) is not null
    else start < until and before is null and after is null end)
);
create index on correction (system, since, made_at);
create index on correction (system) where undone_at is null;
