call audit_table('passkeys', 'passkey', team => '', person => 'user_id', hidden =>
  '{credential_id,user_handle,public_key,counter,transports,backed_up,used_at}');
