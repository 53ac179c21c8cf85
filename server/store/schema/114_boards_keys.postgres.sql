alter table boards add primary key (board_id);
