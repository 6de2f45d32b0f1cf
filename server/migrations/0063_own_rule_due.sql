-- Rules whose time may be over wait here for the job that reads their readings again: a batch must not take that long.
alter table own_rule add column due_at timestamptz;
create index own_rule_due on own_rule (due_at) where due_at is not null;

create function wake_own_rules() returns trigger language plpgsql as $$
begin
  notify own_rules;
  return null;
end $$;
create trigger own_rule_wake after update of due_at on own_rule for each row
  when (old.due_at is null and new.due_at is not null) execute function wake_own_rules();
