-- What an order's total has beyond the sum of its parts, with tax; 0 within the rounding of its parts.
alter table orders add column gap decimal(18, 2) default 0;
