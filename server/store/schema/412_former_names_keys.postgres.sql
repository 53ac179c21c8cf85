alter table former_names add primary key (dimension, old_key);
