-- How imported files were read, found again by their titles: the next export of the same kind needs no answers.

create table import_recipes (
  recipe_id text not null,
  import_id text not null,           -- the import that it was saved from; undoing it forgets the recipe
  used_at timestamp not null,        -- UTC
  content text not null              -- JSON: name, layouts and answers
);
