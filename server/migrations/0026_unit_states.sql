-- What each unit last told of each field of its state: {field: [ms since 1970, value]}. A state that leaves a field out
-- says nothing about it. All states stored so far hold every list, which they had where the unit told none, too.
create table unit_state (
  system integer primary key references storage_system,
  told jsonb not null
) with (fillfactor = 50);
insert into unit_state (system, told)
select latest.system, (
  select jsonb_object_agg(key, jsonb_build_array((extract(epoch from at) * 1000)::bigint, value))
  from jsonb_each(payload) where key not in ('at', 'sn'))
from latest join state on state.system = latest.system and state.at = latest.state_at
where payload ? 'status';

-- Find the states beside one that tell the same list of messages, however many in between leave it out.
create index state_message1 on state (system, at) where payload ? 'message1';
create index state_message2 on state (system, at) where payload ? 'message2';
create index state_errors on state (system, at) where payload ? 'errors';

-- Which list a change was told in: each list says something about its own messages only.
alter table message_change add column list text not null default 'message2';
update message_change as change set list = case
    when payload -> 'message2' ? code then 'message2'
    when payload -> 'message1' ? code then 'message1'
    else 'errors' end
from state where state.system = change.system and state.at = change.state_at and raised;
-- A code is resolved in the list in which it was raised.
update message_change as change set list = before.list
from (
  select system, code, state_at, lag(list) over (partition by system, code order by state_at) as list
  from message_change
) as before
where (before.system, before.code, before.state_at) = (change.system, change.code, change.state_at)
  and not change.raised and before.list is not null;
alter table message_change alter column list drop default,
  drop constraint message_change_pkey, add primary key (system, code, list, state_at);
