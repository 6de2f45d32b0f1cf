-- When a secret of a unit last lost its worth: a connection with it is closed again where the notification of that may have been lost. Null: never.
alter table storage_system add column secret_ended_at timestamptz;
