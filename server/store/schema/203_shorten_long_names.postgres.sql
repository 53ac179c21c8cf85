-- Names of some thousand characters fit in no index, so the migrations after this one would stop at them. 200 is what lists show;
-- names that fit, two in one index, stay whole.
update customers set first_name = left(first_name, 200) where octet_length(first_name) > 1000;
update customers set last_name = left(last_name, 200) where octet_length(last_name) > 1000;
update orders set first_name = left(first_name, 200) where octet_length(first_name) > 1000;
update orders set last_name = left(last_name, 200) where octet_length(last_name) > 1000;
