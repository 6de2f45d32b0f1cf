-- Serial numbers in the order in which operators go through them: 9 before 10.
create index storage_system_order on storage_system (length(sn), sn);
