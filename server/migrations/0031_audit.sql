-- What operators have changed: who, from where, what, before and after, and why. Nothing but an owner of the table, by
-- hand, can change or delete an entry.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operator text not null,
  origin text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text
);

create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op <> 'TRUNCATE' or exists (select from audit_entry) then
    raise exception 'entries of the audit are kept as they are';
  end if;
  return null;
end $$;
create trigger audit_kept before update or delete or truncate on audit_entry
  for each statement execute function keep_audit();
