-- What a release fixes, by the names of findings (core/src/energy/findings/judgement.ts).
alter table release add column fixes text[] not null default '{}';
