-- Names and e-mails of orders that were dated in the future by mistake no longer outlast those of later orders.
update distributors set named_at = cast(current_timestamp as timestamp)
where named_at > cast(current_timestamp as timestamp);
update distributors set emailed_at = cast(current_timestamp as timestamp)
where emailed_at > cast(current_timestamp as timestamp);
