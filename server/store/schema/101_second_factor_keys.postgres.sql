alter table second_factors add primary key (user_id);
alter table recovery_codes add primary key (user_id, code_hash);
