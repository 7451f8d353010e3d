call audit_table('organizations', 'organization', team => 'id');
call audit_table('api_keys', 'key', ends => 'revoked_at', hidden => '{sha256}');
call audit_table('domains', 'domain', hidden => '{version,verify_token,claimed_at,checked_at,failing_since}');
call audit_table('folders', 'folder', hidden => '{name_key}');
call audit_table('tags', 'tag', hidden => '{name_key}');
