-- What vouchers and wallets paid of an order, without what refunds returned to them.
alter table orders add column voucher_paid decimal(18, 2) default 0;
-- The shop's kind of a product, such as simple or gift-card; '' for variations and rows stored before this column.
alter table products add column type text default '';
