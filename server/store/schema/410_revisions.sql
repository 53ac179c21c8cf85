-- Rises with each change by a person, so that a dialog opened before cannot overwrite it.
alter table users add column revision integer default 1;
alter table roles add column revision integer default 1;
alter table views add column revision integer default 1;
alter table notes add column revision integer default 1;
alter table alerts add column revision integer default 1;
alter table deliveries add column revision integer default 1;
