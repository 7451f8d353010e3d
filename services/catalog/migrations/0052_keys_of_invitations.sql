-- The API key that made an invitation, which ends with it. Null: made by a signed-in person.
alter table invitations add column key_id bigint references api_keys on delete cascade;
call audit_table('invitations', 'invitation', hidden => '{sha256,key_id}');
