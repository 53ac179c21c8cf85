-- What the shop calls a removed record: an order's own number, else its id; '' for rows stored before this column.
alter table removals add column number text default '';
