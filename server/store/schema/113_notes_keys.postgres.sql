alter table notes add primary key (note_id);
