-- Consecutive values of a counter within the quarter that are no energy: it fell, or rose faster than any power allows.
-- By counter, a list of [time before in ms, value before, time after in ms, value after]; null = none.
alter table quarter add column breaks jsonb;
-- The breaks of a sealed day's quarters, by the quarter's start in seconds since 1970; null = none.
alter table sealed_day add column breaks jsonb;
