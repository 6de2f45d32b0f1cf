-- Counts that are over are deleted in parts, the oldest first.
create index attempt_resets_at on attempt (resets_at);
