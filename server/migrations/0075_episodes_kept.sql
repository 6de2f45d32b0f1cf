-- How many episodes of a system there are, of all its codes together: of a unit that invents codes, `episode_count` has thousands.
create table episode_total (
  system integer primary key,
  episodes integer not null
) with (fillfactor = 50);

-- Nobody adds episodes between counting them and having them counted.
lock table episode in share row exclusive mode;
delete from episode_count where episodes <= 0;
insert into episode_total select system, sum(episodes) from episode_count group by system;

create or replace function count_episodes() returns trigger language plpgsql as $$
begin
  insert into episode_count as known (system, code, episodes)
  select system, code, case tg_op when 'INSERT' then 1 else -1 end * count(*) from changed group by system, code
  on conflict (system, code) do update set episodes = known.episodes + excluded.episodes;
  insert into episode_total as known (system, episodes)
  select system, case tg_op when 'INSERT' then 1 else -1 end * count(*) from changed group by system
  on conflict (system) do update set episodes = known.episodes + excluded.episodes;
  -- A code of which no episode is left is forgotten with the last one.
  if tg_op = 'DELETE' then
    delete from episode_count where episodes <= 0 and (system, code) in (select system, code from changed);
  end if;
  return null;
end $$;
