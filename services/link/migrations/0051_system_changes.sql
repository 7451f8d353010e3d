-- The last change of a link that only the service itself had changed, such as when its folder was deleted:
-- to the team, the link is as it was created, and undoing its import deletes it.
alter table links add column system_updated_at timestamptz;
call audit_table('links', 'link', ends => 'deleted_at', secret => '{password_hash}', zeros => '{expires_after}', hidden =>
  '{slug_key,version,idempotency_key,told_expires_at,told_expires_after,limit_version,limit_started,system_updated_at}');
