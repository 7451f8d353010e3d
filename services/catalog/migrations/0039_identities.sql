-- Identities of people at an OpenID Connect provider. Issuer and subject identify one; an e-mail address does not.
create table identities (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  issuer     text not null,
  subject    text not null,
  created_at timestamptz not null default now()
);
create unique index identities_subject on identities (issuer, subject);
-- An address that a company gives to another person must not lead to the account of the previous one.
create unique index identities_user on identities (user_id, issuer);

call audit_table('identities', 'identity', team => '', person => 'user_id');
