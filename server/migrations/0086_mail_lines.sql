-- In which line a mail waits that found no place: whoever releases one calls up the oldest.
alter table mail add column line text;
create index mail_line on mail (line, created_at) where line is not null;
