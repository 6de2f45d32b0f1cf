-- Changes that a second operator has to approve: who asked for what, and what became of it. `request` is what the change
-- needs to be made, `before` and `after` are what the audit will say of it.
create table approval (
  id integer generated always as identity primary key,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  operator text not null,
  origin text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  request jsonb not null,
  outcome text check (outcome in ('given', 'refused', 'expired')),
  decided_at timestamptz,
  decided_by text,
  check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null))
);
create unique index approval_open on approval (subject) where outcome is null;
