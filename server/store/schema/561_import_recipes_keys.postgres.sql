alter table import_recipes add primary key (recipe_id);
