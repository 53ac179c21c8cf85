-- Sub-groups of companies, which stood as the coupons' codes, as their names (server/domain/company-name.ts).

update order_discounts set sub_group = (
  select string_agg(upper(left(word, 1)) || substr(word, 2), ' ' order by place)
  from regexp_split_to_table(sub_group, '[_-]') with ordinality as words (word, place))
where discount_group = 'CORPORATIVOS' and sub_group ~ '^[^[:space:][:upper:]_-]+([_-][^[:space:][:upper:]_-]+)+$';

update rollup_discounts set sub_group = (
  select string_agg(upper(left(word, 1)) || substr(word, 2), ' ' order by place)
  from regexp_split_to_table(sub_group, '[_-]') with ordinality as words (word, place))
where discount_group = 'CORPORATIVOS' and sub_group ~ '^[^[:space:][:upper:]_-]+([_-][^[:space:][:upper:]_-]+)+$';

update data_versions set version = version + 1;
