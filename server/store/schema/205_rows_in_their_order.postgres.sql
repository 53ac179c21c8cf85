-- Lists of a month read all of its lines or products. The indexes for changes also hold the product, whose order is not that of the
-- rows, so that reading a month by them visits a page per row; by these it visits each page once.
create index order_lines_of_month on order_lines (month, status);
create index rollup_products_of_month on rollup_products (month, status);

-- Refunds made in a month may belong to orders of any month.
create index order_refunds_created on order_refunds (created_at);
