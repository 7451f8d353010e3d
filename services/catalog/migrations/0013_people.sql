-- A user with an e-mail address is a person with a role in each of their teams. A user without one
-- stands for a team: API keys that no person created belong to it and are not limited by a role.
alter table users
  alter column org_id drop not null,
  add column email         text,
  add column email_key     text,
  add column name          text not null default '',
  add column time_zone     text not null default 'UTC',
  add column password_hash text,
  add column disabled_at   timestamptz,
  add constraint users_kind check ((org_id is null) = (email_key is not null));
create unique index users_email on users (email_key);

create table memberships (
  org_id     bigint not null references organizations on delete cascade,
  user_id    bigint not null references users on delete cascade,
  role       text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  created_at timestamptz not null default now(),
  primary key (org_id, user_id)
);
create index memberships_user on memberships (user_id);

create table sessions (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  sha256     bytea not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  seen_at    timestamptz not null default now()
);
create unique index sessions_sha256 on sessions (sha256);
create index sessions_user on sessions (user_id);

create table invitations (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations on delete cascade,
  role       text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  email      text,
  sha256     bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index invitations_sha256 on invitations (sha256);
create index invitations_org on invitations (org_id);

-- One-time tokens that set a password; a new one replaces the previous one.
create table password_resets (
  user_id    bigint primary key references users on delete cascade,
  sha256     bytea not null,
  expires_at timestamptz not null
);
create unique index password_resets_sha256 on password_resets (sha256);
