-- Orders of guests whose e-mail belongs to an account, so that nobody searches all accounts to tell who bought.

create table rollup_guest_accounts (
  month text not null,
  dist_id text not null,
  order_id bigint not null,
  account_id bigint not null,        -- the first account with the e-mail
  orders bigint not null             -- 1
);

insert into rollup_guest_accounts
select o.month, o.dist_id, o.order_id, a.account_id, 1
from orders o
join (select email, min(customer_id) as account_id from customers where email <> '' group by email) a on a.email = o.email
where o.counted and o.customer_id = 0
order by o.month, o.dist_id, o.order_id;
