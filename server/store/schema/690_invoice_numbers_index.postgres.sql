create index orders_invoice on orders (invoice_number) where invoice_number <> '';
