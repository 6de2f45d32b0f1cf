-- Which field was at fault, and the limit that it exceeds.
alter table refused add column field text, add column exceeded float8;
