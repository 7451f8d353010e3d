-- Grows with every change of any link: the version of its slug record and of its row in ClickHouse.
create sequence link_version;
-- Ids of A/B and geo links, which live inside the row of their link.
create sequence variant_id;

create table links (
  id            bigint generated always as identity primary key,
  org_id        bigint not null,
  user_id       bigint not null,
  domain_id     bigint not null,
  domain        text not null, -- a domain's name never changes
  slug          text not null,
  slug_key      text not null, -- the slug as it is compared
  url           text not null,
  title         text not null default '',
  folder_id     bigint,
  tag_ids       bigint[] not null default '{}',
  utm_source    text,
  utm_medium    text,
  utm_campaign  text,
  utm_term      text,
  utm_content   text,
  utm_reference text,
  redirect_code smallint check (redirect_code in (301, 302)),
  password_hash text,
  expires_at    timestamptz,
  expires_after bigint not null default 0 check (expires_after >= 0),
  expire_url    text,
  ios           text,
  android       text,
  ab            jsonb not null default '[]', -- [{id, url, percent}]
  geo           jsonb not null default '[]', -- [{id, url, country}]
  version       bigint not null default nextval('link_version'),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  deleted_at    timestamptz
);
-- A deleted link keeps its slug until it is reserved no longer.
create unique index links_slug on links (domain_id, slug_key);
create index links_org on links (org_id, created_at desc, id desc) where deleted_at is null;

-- Apart from links, because they change with every visit.
create table link_clicks (
  link_id    bigint primary key references links,
  org_id     bigint not null,
  clicks     bigint not null default 0,
  clicked_at timestamptz,
  taken      bigint not null default 0 -- of a limited link: destinations served so far
);
create index link_clicks_org on link_clicks (org_id, clicks desc, link_id);

-- Changes that redirect and ClickHouse have not heard of yet; written with the change itself.
create table outbox (
  id         bigint generated always as identity primary key,
  link_id    bigint not null,
  kind       text not null check (kind in ('created', 'updated', 'deleted')),
  created_at timestamptz not null default now()
);
