-- When the password was last replaced; null: never, or before this was recorded. Sign-ins are counted anew from then on.
alter table owner add column password_at timestamptz;
