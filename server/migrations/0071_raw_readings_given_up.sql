-- null = raw readings of the day have been deleted, though some may be there still: it stays sealed.
alter table sealed_day alter column told drop not null;
