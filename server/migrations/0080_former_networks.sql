-- Signed in from under a former password only: such a network no longer makes its callers known, but says that somebody has signed in before.
alter table known_network add column former boolean not null default false;
