-- A key that is removed is not believed any more, and never again: it may be in somebody else's hands.
alter table release_key add column removed_at timestamptz;
