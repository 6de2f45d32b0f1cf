-- What forecasts say of the coming days that owners may be told of (`winter`: the sun does not cover the house; `empty`: the battery
-- runs empty): since when, and when it was last said.
create table outlook (
  system integer not null references storage_system on delete cascade,
  cause text not null,
  begun_at timestamptz not null,
  seen_at timestamptz not null,
  details jsonb not null,
  primary key (system, cause)
) with (fillfactor = 70);
create trigger outlook_alerts_new after insert on outlook
  referencing new table as changed for each statement execute function wake_alerts_of_systems();

create function forget_outlooks() returns trigger language plpgsql as $$
begin
  delete from outlook where system = old.system;
  return null;
end $$;
create trigger ownership_outlooks after update of until on ownership for each row
  when (old.until is null and new.until is not null) execute function forget_outlooks();
