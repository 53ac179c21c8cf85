create index orders_invoice on orders (lower(invoice_number)) where invoice_number <> '';
