alter table product_costs add primary key (product_id, variation_id, since);
