-- A team's public page; that of a team without a row shows the team's name alone.
create table bio_pages (
  id         bigint generated always as identity primary key,
  org_id     bigint not null unique,
  title      text,
  subtitle   text,
  email      text,
  image      text, -- the path of a picture of the team, or a URL
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Uploaded pictures, as they are served.
create table bio_pictures (
  org_id     bigint not null,
  hash       text not null, -- of the bytes, base64url
  bytes      bytea not null,
  created_at timestamptz not null default now(),
  primary key (hash, org_id)
);
create index bio_pictures_org on bio_pictures (org_id);
alter table bio_pictures alter column bytes set storage external; -- WebP cannot be compressed further.

-- The links of a team's page. Their positions are 0, 1, 2, … at the end of every transaction; the constraint is
-- deferred, because two links may have one position inside it.
create table bio_links (
  id         bigint generated always as identity primary key,
  org_id     bigint not null,
  type       text not null,
  url        text not null,
  title      text,
  username   text,
  enabled    boolean not null,
  position   integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bio_links_position unique (org_id, position) deferrable initially deferred
);

-- Visits of each link from the public page; links without visits have no row. Apart from the links, so that
-- visits and changes of a link do not wait for each other.
create table bio_link_clicks (
  link_id bigint primary key references bio_links (id) on delete cascade,
  clicks  bigint not null
) with (fillfactor = 50); -- Leaves room for updates in place.

call audit_table('bio_pages', 'bio_page');
call audit_table('bio_links', 'bio_link');
