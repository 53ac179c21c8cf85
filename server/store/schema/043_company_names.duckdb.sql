-- Sub-groups of companies, which stood as the coupons' codes, as their names (server/domain/company-name.ts).

update order_discounts set sub_group = array_to_string(
  list_transform(regexp_split_to_array(sub_group, '[_-]'), lambda word: upper(word[1]) || word[2:]), ' ')
where discount_group = 'CORPORATIVOS' and regexp_full_match(sub_group, '[^\s\p{Lu}_-]+([_-][^\s\p{Lu}_-]+)+');

update rollup_discounts set sub_group = array_to_string(
  list_transform(regexp_split_to_array(sub_group, '[_-]'), lambda word: upper(word[1]) || word[2:]), ' ')
where discount_group = 'CORPORATIVOS' and regexp_full_match(sub_group, '[^\s\p{Lu}_-]+([_-][^\s\p{Lu}_-]+)+');

update data_versions set version = version + 1;
