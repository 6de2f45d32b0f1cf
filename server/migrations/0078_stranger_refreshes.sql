-- Who refreshed a session last, if neither the browser nor the network was known: the network, as a MAC.
alter table session add column stranger text, add column by_stranger boolean not null default false;

create function alert_of_stranger() returns trigger language plpgsql as $$
begin
  insert into alert_event (owner, cause, subject, at, details)
  values (new.owner, 'sign_in', new.id || ' refreshed', new.refreshed_at, '{}')
  on conflict do nothing;
  perform wake_alerts(array[new.owner]);
  return null;
end $$;
create trigger stranger_alerts after update of by_stranger on session
  for each row when (new.by_stranger and not old.by_stranger) execute function alert_of_stranger();
