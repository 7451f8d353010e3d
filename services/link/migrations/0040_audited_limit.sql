-- 0 is a link without a click limit.
call audit_table('links', 'link', ends => 'deleted_at', secret => '{password_hash}', zeros => '{expires_after}', hidden =>
  '{slug_key,version,idempotency_key,told_expires_at,told_expires_after,limit_version,limit_started}');
