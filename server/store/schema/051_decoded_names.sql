-- Applies decoded() of 050. Categories were decoded when they were read. Rollups that hold these names are built again.

update data_versions set dirty = true where name in (
  select month from order_lines where name like '%&%;%' or sku like '%&%;%'
  union select month from order_discounts where name like '%&%;%' or sub_group like '%&%;%' or promo_name like '%&%;%'
  union select month from orders where email like '%&%;%'
  union select o.month from orders o join customers c on decoded(c.email) = decoded(o.email) where c.email like '%&%;%');

update orders set first_name = decoded(first_name), last_name = decoded(last_name), city = decoded(city), email = decoded(email)
where first_name like '%&%;%' or last_name like '%&%;%' or city like '%&%;%' or email like '%&%;%';

update order_lines set name = decoded(name), sku = decoded(sku)
where name like '%&%;%' or sku like '%&%;%';

update order_discounts set name = decoded(name), sub_group = decoded(sub_group), promo_name = decoded(promo_name)
where name like '%&%;%' or sub_group like '%&%;%' or promo_name like '%&%;%';

update order_refunds set reason = decoded(reason)
where reason like '%&%;%';

update customers set first_name = decoded(first_name), last_name = decoded(last_name), city = decoded(city), locality = decoded(locality), email = decoded(email)
where first_name like '%&%;%' or last_name like '%&%;%' or city like '%&%;%' or locality like '%&%;%' or email like '%&%;%';

update products set name = decoded(name), sku = decoded(sku)
where name like '%&%;%' or sku like '%&%;%';

update coupons set code = decoded(code), description = decoded(description)
where code like '%&%;%' or description like '%&%;%';

update distributors set name = decoded(name)
where name like '%&%;%';

drop function decoded;

update data_versions set version = version + 1;
