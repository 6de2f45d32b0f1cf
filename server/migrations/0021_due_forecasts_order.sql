-- In the order in which due forecasts are taken: many are made at the same instant, and sorting those by system would
-- read all of them for each few that are taken.
create index forecast_due on forecast (made_at, system);
drop index forecast_made_at;
