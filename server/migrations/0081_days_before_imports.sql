-- The days of an import take long to store. They come first and refer to it only once the transaction ends, so that its owner is held for the
-- short rest alone.
alter table imported_day alter constraint imported_day_import_fkey deferrable initially deferred;
