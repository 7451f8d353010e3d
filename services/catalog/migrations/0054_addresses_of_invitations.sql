-- The form in which the address of an invitation is compared.
alter table invitations add column email_key text;
update invitations set email_key = lower(normalize(trim(email), NFC));
call audit_table('invitations', 'invitation', hidden => '{sha256,key_id,email_key}');
