-- Names of purchases are indexed, and an index of PostgreSQL refuses texts of some thousand characters.
update rollup_purchases set name = left(name, 200), surname = left(surname, 200)
where length(name) > 200 or length(surname) > 200;
