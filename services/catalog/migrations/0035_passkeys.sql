-- Passkeys of people. A credential works at one host only; its authenticator returns the handle with each sign-in.
create table passkeys (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users on delete cascade,
  credential_id bytea not null,
  user_handle   bytea not null,
  host          text not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  backed_up     boolean not null,
  name          text not null,
  created_at    timestamptz not null default now(),
  used_at       timestamptz
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_user on passkeys (user_id);
