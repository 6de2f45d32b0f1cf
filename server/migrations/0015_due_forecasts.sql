-- Forecasts that are due are taken oldest first. A system that has none yet has a row from 1970 without days.
create index forecast_made_at on forecast (made_at);
