-- How many requests all processes have made to a weather provider on a day (UTC), and how many may be made.
create table weather_budget (
  provider text primary key,
  day date not null,
  requests integer not null,
  most integer not null
);
