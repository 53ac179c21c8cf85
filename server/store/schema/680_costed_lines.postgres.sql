-- Tells at once that no line of some months has a cost, as in shops whose store tells none.
create index order_lines_costed on order_lines (month) where cost is not null;
