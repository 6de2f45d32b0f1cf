-- The index that counts the updates of a day was in the order of all systems' updates: a system's newest was looked for along it, and of a
-- system without any the whole table was read. This one finds the same, and nothing is sorted by its expression.
drop index firmware_update_asked;
create index firmware_update_asked on firmware_update ((asked_at at time zone 'UTC'));
