create table organizations (
  id                     bigint generated always as identity primary key,
  name                   text not null,
  slug                   text not null,
  logo                   text,
  time_zone              text, -- of the team's analytics; null: that of each person
  click_retention_months integer, -- null: as long as the operator keeps clicks
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
create unique index organizations_slug on organizations (lower(slug));

-- A user with an email address is a person with a role in each of their teams. A user without one stands for a
-- team: API keys that no person created belong to it and are not limited by a role.
create table users (
  id                bigint generated always as identity primary key,
  org_id            bigint references organizations,
  email             text,
  email_key         text, -- the address as it is compared
  -- When the person proved that they receive mail at the address. Null: anyone could have entered it.
  email_verified_at timestamptz,
  name              text not null default '',
  time_zone         text not null default 'UTC',
  password_hash     text,
  disabled_at       timestamptz,
  created_at        timestamptz not null default now(),
  constraint users_kind check ((org_id is null) = (email_key is not null))
);
create unique index users_email on users (email_key);

create table memberships (
  id              bigint generated always as identity unique,
  org_id          bigint not null references organizations on delete cascade,
  user_id         bigint not null references users on delete cascade,
  role            text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  own_links_only  boolean not null default false, -- links of others are out of reach
  invitation_id   bigint, -- that the person accepted
  created_at      timestamptz not null default now(),
  primary key (org_id, user_id),
  constraint memberships_own_links check (not own_links_only or role = 'editor')
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

-- Identities of people at an OpenID Connect provider. Issuer and subject identify one; an email address does not.
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

-- One-time tokens that set a password. A person has at most one by email and one of the operator: a request by email,
-- which anyone can make, leaves the operator's token valid.
create table password_resets (
  user_id    bigint not null references users on delete cascade,
  sha256     bytea not null,
  expires_at timestamptz not null,
  mailed_at  timestamptz -- null: created by the operator
);
create unique index password_resets_sha256 on password_resets (sha256);
create unique index password_resets_mailed on password_resets (user_id) where mailed_at is not null;
create unique index password_resets_of_operator on password_resets (user_id) where mailed_at is null;

-- A revoked key stays, so that the same secret never opens anything again.
create table api_keys (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations,
  user_id    bigint not null references users,
  name       text not null,
  sha256     bytea not null,
  last_four  text not null,
  scopes     text[] not null,
  made_by    bigint references api_keys on delete cascade, -- the key that made or handed it over, and ends it; null: a person
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index api_keys_sha256 on api_keys (sha256);
create index api_keys_org on api_keys (org_id);
create index api_keys_made_by on api_keys (made_by) where made_by is not null;

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

create table invitations (
  id              bigint generated always as identity primary key,
  org_id          bigint not null references organizations on delete cascade,
  role            text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  own_links_only  boolean not null default false,
  email           text,
  email_key       text, -- the address as it is compared
  tried_email_key text, -- of an account with which somebody tried to accept it as a new person
  sha256          bytea not null, -- of the token that is shown to the person who invites; it proves nothing
  mailed_sha256   bytea, -- of the token in the mail
  user_id         bigint references users on delete cascade, -- valid only while this person could still make it
  key_id          bigint references api_keys on delete cascade, -- null: made by a signed-in person
  expires_at      timestamptz not null,
  created_at      timestamptz not null default now(),
  constraint invitations_own_links check (not own_links_only or role = 'editor')
);
create unique index invitations_sha256 on invitations (sha256);
create unique index invitations_mailed_sha256 on invitations (mailed_sha256);
create index invitations_org on invitations (org_id);

-- Any number of teams may claim a name; one of them can prove it.
create table domains (
  id             bigint generated always as identity primary key,
  org_id         bigint not null references organizations,
  name           text not null,
  slug_length    integer not null default 6,
  allow_preview  boolean not null default true,
  proven_by      text check (proven_by in ('dns', 'operator')),
  verified       boolean not null generated always as (proven_by is not null) stored,
  is_default     boolean not null default false, -- the team's links begin with it, for people who have none yet
  owner          text,
  root_url       text,
  not_found_url  text,
  expired_url    text,
  case_sensitive boolean not null default false,
  forward_query  text not null default 'merge' check (forward_query in ('merge', 'override', 'off')),
  verify_token   uuid not null default gen_random_uuid(), -- what the owner puts into DNS
  claimed_at     timestamptz not null default now(),
  checked_at     timestamptz,
  failing_since  timestamptz,
  version        bigint not null, -- of the domain's record
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);
create unique index domains_name on domains (name) where verified;
create unique index domains_claim on domains (org_id, name);
create unique index domains_default on domains (org_id) where is_default;
create index domains_claimed on domains (name);
create index domains_org on domains (org_id, id);
create index domains_checked on domains (checked_at nulls first);

-- Versions are a hybrid clock, as those of links are: microseconds since 1970, and always above the previous version.
-- So they keep growing when the database goes back to an earlier state.
create function domain_version_after(version bigint) returns bigint language sql volatile as $$
  select greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint, version + 1)
$$;
create function domain_version() returns trigger language plpgsql as $$
begin
  new.version := domain_version_after(case when tg_op = 'UPDATE' then old.version end);
  return new;
end $$;
create trigger domains_version before insert or update of version on domains
  for each row execute function domain_version();

-- Names of verified domains that were deleted: no other team can prove them before `until`.
create table held_names (
  name   text primary key,
  org_id bigint not null references organizations,
  until  timestamptz not null
);

-- name_key is the name as it is compared: lower() of a database in the C locale knows ASCII only.
create table folders (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations,
  name       text not null,
  name_key   text not null,
  color      text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index folders_name on folders (org_id, name_key);

create table tags (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations,
  name       text not null,
  name_key   text not null,
  color      text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index tags_name on tags (org_id, name_key);

-- Named addresses of pages of the dashboard, shared by a team.
create table views (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations on delete cascade,
  name       text not null,
  name_key   text not null,
  page       text not null,
  query      text not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index views_name on views (org_id, page, name_key);

-- Requests to erase clicks, and the progress of the click worker. Clicks at `until` or later stay.
create table erasures (
  id               bigint generated always as identity primary key,
  org_id           bigint not null references organizations on delete cascade,
  link_ids         bigint[] not null,
  domain_id        bigint,
  address          text,
  "from"           timestamptz,
  "to"             timestamptz,
  until            timestamptz not null,
  of_deleted_links boolean not null,
  state            text not null default 'queued',
  found            bigint not null default 0,
  remaining        bigint not null default 0,
  failure          text,
  created_by       bigint not null,
  created_at       timestamptz not null default now(),
  done_at          timestamptz
);
create index erasures_of_team on erasures (org_id, id);
create index erasures_open on erasures (id) where state <> 'done';

-- Imports of exported teams. An import that was interrupted continues with the same ids.
create table team_imports (
  org_id      bigint primary key references organizations on delete cascade,
  export_id   text not null,
  shifts      jsonb not null, -- what is added to the ids of each kind
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);
create index team_imports_export on team_imports (export_id);

-- Changes to publish to other services, written in the transaction of the change.
create table outbox (
  id         bigint generated always as identity primary key,
  topic      text not null,
  payload    jsonb not null,
  due_at     timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index outbox_due on outbox (due_at, id);

-- Requests to publish every domain again.
create table republications (
  id          bigint generated always as identity primary key,
  records     bigint not null default 0,
  asked_at    timestamptz not null default now(),
  finished_at timestamptz
);
create function republish() returns bigint language sql as
  $$ insert into republications default values returning id $$;
create function after_restore() returns void language plpgsql as $$ begin perform republish(); end $$;

-- A row with a team is shown to that team, one without to every team of its person.
create or replace function audit_subject(it jsonb, team text, person text)
returns table (org_id bigint, email text) language sql stable as $$
  select coalesce((it ->> team)::bigint, m.org_id), u.email
  from (select (it ->> person)::bigint as id) as of
    left join users u on u.id = of.id
    left join memberships m on m.user_id = of.id and team = ''
$$;

call audit_table('organizations', 'organization', team => 'id');
call audit_table('api_keys', 'key', ends => 'revoked_at', hidden => '{sha256}');
call audit_table('domains', 'domain', hidden => '{version,verify_token,claimed_at,checked_at,failing_since}');
call audit_table('folders', 'folder', hidden => '{name_key}');
call audit_table('tags', 'tag', hidden => '{name_key}');
call audit_table('views', 'view', hidden => '{name_key,created_by}');
call audit_table('erasures', 'erasure', secret => '{address}',
  hidden => '{until,of_deleted_links,state,found,remaining,failure,created_by}');
call audit_table('memberships', 'member', object => 'user_id', person => 'user_id');
call audit_table('invitations', 'invitation',
  hidden => '{sha256,mailed_sha256,key_id,email_key,tried_email_key}');
call audit_table('users', 'account', team => '', person => 'id', secret => '{password_hash}', hidden => '{email_key}');
call audit_table('sessions', 'session', team => '', person => 'user_id', hidden => '{sha256,seen_at}');
call audit_table('identities', 'identity', team => '', person => 'user_id');
call audit_table('passkeys', 'passkey', team => '', person => 'user_id', hidden =>
  '{credential_id,user_handle,public_key,counter,transports,backed_up,used_at}');
