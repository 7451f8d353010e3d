create table organizations (
  id         bigint generated always as identity primary key,
  name       text not null,
  slug       text not null,
  logo       text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index organizations_slug on organizations (lower(slug));

create table users (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations,
  created_at timestamptz not null default now()
);

-- A revoked key stays, so that the same secret never opens anything again.
create table api_keys (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations,
  user_id    bigint not null references users,
  name       text not null,
  sha256     bytea not null,
  last_four  text not null,
  scopes     text[] not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index api_keys_sha256 on api_keys (sha256);
create index api_keys_org on api_keys (org_id);

-- Grows with every change of any domain: the version of its record.
create sequence domain_version;

create table domains (
  id             bigint generated always as identity primary key,
  org_id         bigint not null references organizations,
  name           text not null,
  slug_length    integer not null default 6,
  allow_preview  boolean not null default true,
  verified       boolean not null default false,
  owner          text,
  root_url       text,
  not_found_url  text,
  expired_url    text,
  case_sensitive boolean not null default false,
  forward_query  text not null default 'merge' check (forward_query in ('merge', 'override', 'off')),
  version        bigint not null default nextval('domain_version'),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);
create unique index domains_name on domains (name);
create index domains_org on domains (org_id, id);

create table folders (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations,
  name       text not null,
  color      text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index folders_name on folders (org_id, lower(name));

create table tags (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations,
  name       text not null,
  color      text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index tags_name on tags (org_id, lower(name));
