-- Energies that an owner has brought along from another portal. Kept once undone, as history; `sums` is Wh by counter.
create table energy_import (
  id uuid primary key default gen_random_uuid(),
  system integer not null,
  since timestamptz not null,
  format text not null,
  start timestamptz not null,
  until timestamptz not null,
  sums jsonb not null,
  made_at timestamptz not null,
  undone_at timestamptz,
  foreign key (system, since) references ownership,
  check (start < until)
);
create index on energy_import (system, since, made_at);

-- Its quarters by day in UTC: 96 values in Wh for each counter, null where it has none.
create table imported_day (
  import uuid not null references energy_import on delete cascade,
  system integer not null,
  day timestamptz not null,
  pv_wh integer[],
  import_wh integer[],
  feed_in_wh integer[],
  charge_wh integer[],
  discharge_wh integer[],
  primary key (import, day)
);
create index on imported_day (system, day);

-- A first owner also sees what they have imported from the time before the unit was installed.
create or replace function visible_from(owned ownership) returns timestamptz language sql stable as $$
  select case
    when exists (select from ownership as former where former.system = owned.system and former.since < owned.since)
    then owned.since
    else least(owned.since, (
      select date_bin('15 minutes', first_at, to_timestamp(0)) from latest where latest.system = owned.system), (
      select min(start) from energy_import where (energy_import.system, energy_import.since) = (owned.system, owned.since)
        and undone_at is null))
  end
$$;
