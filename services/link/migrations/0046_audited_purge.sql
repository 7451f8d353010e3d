-- A link that is deleted permanently gets an entry. A trigger of its own, which no other update fires: for
-- audit(), the link was deleted before.
alter table audit_log drop constraint audit_log_operation_check;
alter table audit_log add constraint audit_log_operation_check
  check (operation in ('created', 'updated', 'deleted', 'restored', 'purged')) not valid;

create function audit_purge() returns trigger language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('fingerpost.actor', true), ''), '{}');
  now   timestamptz := clock_timestamp();
begin
  insert into audit_log (org_id, id, at, actor_kind, actor_id, actor_name, user_id, address, request_id,
    operation, object_kind, object_id, object_name)
  values (new.org_id, audit_id(now), now, coalesce(actor ->> 'kind', 'system'), (actor ->> 'id')::bigint,
    actor ->> 'name', (actor ->> 'user_id')::bigint, actor ->> 'address', actor ->> 'request_id',
    'purged', 'link', new.id, new.domain || '/' || new.slug);
  return null;
end $$;
create trigger audit_purge after update of purged_at on links for each row
  when (old.purged_at is null and new.purged_at is not null) execute function audit_purge();
