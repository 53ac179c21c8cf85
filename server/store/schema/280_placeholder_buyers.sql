-- Erased guests are identified by the hash in their placeholder, as before by a hash of it.
update data_versions set dirty = true
where name in (select month from orders where email like '%@olvidado.invalid');
