-- Secrets that were replaced and are still valid for a while.
create table replaced_secrets (
  sha256      bytea primary key,
  key_id      bigint not null references api_keys on delete cascade,
  valid_until timestamptz not null
);
create index replaced_secrets_key on replaced_secrets (key_id, valid_until);

-- When keys were last used, to the minute. Not in api_keys, whose changes are audited.
create table key_uses (
  key_id  bigint primary key references api_keys on delete cascade,
  used_at timestamptz not null
) with (fillfactor = 70);
