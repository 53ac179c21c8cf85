-- Whether an order counts instead of the orders that it contains, by the mapping; null: it does not.
alter table order_parents add column parent_counts boolean;
