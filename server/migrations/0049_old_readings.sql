-- Server time at which readings or states older than 14 days were last heard: what was derived from a system's far past before
-- that is outdated (server/src/energy/forecast/memory-store.ts).
alter table latest add column old_heard_at timestamptz;
