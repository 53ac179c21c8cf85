-- Lists of a month look up employees, accounts of a role and the orders of guests, which are few, without reading every account or
-- order. Employees are read from the index alone.

create index customers_employees on customers (customer_id)
  include (role, company, email, first_name, last_name, employee_id) where company <> '';
create index customers_role on customers (role);
create index customers_company on customers (company);
create index orders_guests on orders (month, status) where customer_id = 0;
