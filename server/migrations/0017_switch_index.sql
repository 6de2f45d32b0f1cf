-- Finds when a unit was switched off and on again without reading its states: a unit may have sent hundreds of thousands
-- while a claim waits for its switch.
create index state_off on state (system, (payload ->> 'status' = 'off'), at);
