-- Deleting a row looks for those that refer to it. Without an index over all of them (those of open notices, of present owners or of
-- untried mails do not count), each session that ended with a browser, and each account, read tables of the whole fleet once or more,
-- until a statement took too long and nothing was deleted. In the order in which alerts and deletions lock these tables.
create index alert_notice_subscription on alert_notice (subscription) where subscription is not null;
create index alert_notice_owner on alert_notice (owner);
create index alert_system on alert (system) where system is not null;
create index alert_setting_system on alert_setting (system) where system is not null;
create index firmware_update_consent on firmware_update (consent) where consent is not null;
create index pairing_replaces on pairing (replaces) where replaces is not null;
create index pairing_system on pairing (system) where system is not null;
create index ownership_ever on ownership (owner) where owner is not null;
create index mail_owner on mail (owner) where owner is not null;
