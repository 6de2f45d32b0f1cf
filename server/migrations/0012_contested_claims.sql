-- Several owners may wait for one serial number, also for one that stands for no system: who waits learns nothing of it.
-- `contested`: the times of two have met, so the switch proves nothing for either of them.
alter table claim add column sn text, add column contested boolean not null default false;
update claim set sn = storage_system.sn from storage_system where storage_system.id = claim.system;
alter table claim drop constraint claim_pkey, drop column system, alter column sn set not null, add primary key (sn, owner);

-- Whether an owner came to the system by its bare serial number and the unit's switch. The code outweighs that for a while.
alter table ownership add column by_switch boolean not null default false;
