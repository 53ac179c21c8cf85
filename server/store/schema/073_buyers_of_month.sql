-- The row of the whole month has no distributor, so that no distributor's id can be taken for it.

alter table rollup_buyers alter column dist_id drop not null;

-- A shop may have a distributor '*': which of its rows is the month's shows only when they are rebuilt.
update data_versions set dirty = true where name in (select month from rollup_months where dist_id = '*');
delete from rollup_buyers where month in (select month from rollup_months where dist_id = '*');

update rollup_buyers set dist_id = null where dist_id = '*';
