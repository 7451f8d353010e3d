-- When the person proved that they receive mail at the address of the account. Null: anyone could have entered it.
alter table users add column email_verified_at timestamptz;
update users set email_verified_at = now() where id in (select user_id from identities);

-- The token in the mail of an invitation. The other one is shown to the person who invites, and proves nothing.
alter table invitations add column mailed_sha256 bytea;
create unique index invitations_mailed_sha256 on invitations (mailed_sha256);
-- The address of an account with which somebody tried to accept it as a new person.
alter table invitations add column tried_email_key text;
call audit_table('invitations', 'invitation',
  hidden => '{sha256,mailed_sha256,key_id,email_key,tried_email_key}');
