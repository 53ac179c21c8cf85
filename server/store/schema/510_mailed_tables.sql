-- A delivery or a view of a screen with a table: path and query of the table's call.
alter table deliveries add column table_call text;
alter table views add column table_call text;
