-- When the unit's switch has confirmed a claim that could not be completed at once, because somebody held a row it needs.
alter table claim add column proven_at timestamptz;
create index claim_proven on claim (proven_at) where proven_at is not null;
