-- What a state changed about a system's messages, compared with the one before it: a code was raised at `at`, or
-- resolved.
create table message_change (
  system integer not null,
  code text not null,
  state_at timestamptz not null,
  at timestamptz not null,
  raised boolean not null,
  primary key (system, code, state_at)
);

-- From when to when a code stood; one that flickers is one, with a count.
create table episode (
  system integer not null,
  code text not null,
  raised_at timestamptz not null,
  resolved_at timestamptz,
  count integer not null,
  primary key (system, code, raised_at)
) with (fillfactor = 80);
create index episode_newest on episode (system, raised_at, code);
create index episode_resolved on episode (system, resolved_at);

-- How many there are, so that nobody has to count ten thousand for the number of their pages.
create table episode_count (
  system integer not null,
  code text not null,
  episodes integer not null,
  primary key (system, code)
) with (fillfactor = 50);

create function count_episodes() returns trigger language plpgsql as $$
begin
  insert into episode_count as known (system, code, episodes)
  select system, code, case tg_op when 'INSERT' then 1 else -1 end * count(*) from changed group by system, code
  on conflict (system, code) do update set episodes = known.episodes + excluded.episodes;
  return null;
end $$;
create trigger episode_more after insert on episode
  referencing new table as changed for each statement execute function count_episodes();
create trigger episode_less after delete on episode
  referencing old table as changed for each statement execute function count_episodes();

-- Whose states from before there were episodes are still to be followed, and up to which they have been.
create table episode_backlog (
  system integer primary key,
  done_until timestamptz not null default '-infinity'
);
insert into episode_backlog (system) select system from latest where state_at is not null;

alter table latest drop column flags_since;
