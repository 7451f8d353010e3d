call audit_table('links', 'link', ends => 'deleted_at', secret => '{password_hash}', hidden =>
  '{slug_key,version,idempotency_key,told_expires_at,told_expires_after,limit_version,limit_started}');
call audit_table('webhooks', 'webhook', secret => '{secret}', hidden =>
  '{failures,failing_since,previous_secret,previous_secret_until}');
-- The actor of an import, whose links are created later.
alter table imports add column actor jsonb;
