-- When the oldest reading or state of a system was measured.
alter table latest add column first_at timestamptz;
update latest set first_at = least(
  (select min(at) from quarter where quarter.system = latest.system),
  (select min(start) from sealed_day where sealed_day.system = latest.system),
  (select min(at) from state where state.system = latest.system));

-- From when on an owner may see a system's data: what was measured before anybody owned it belongs to its first owner;
-- a former owner's past, also one who is gone, stays hidden. Quarters begin at this instant.
create function visible_from(owned ownership) returns timestamptz language sql stable as $$
  select case
    when exists (select from ownership as former where former.system = owned.system and former.since < owned.since)
    then owned.since
    else least(owned.since, (
      select date_bin('15 minutes', first_at, to_timestamp(0)) from latest where latest.system = owned.system))
  end
$$;

create or replace view system_access as
select owner as caller, system, since, array['see', 'control', 'update'] as rights, name,
  visible_from(ownership) as visible_from
from ownership where until is null;
