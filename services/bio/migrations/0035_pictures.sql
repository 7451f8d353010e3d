-- Uploaded pictures, as they are served. `bio_pages.image` is the path of the picture of the team, or a URL.
create table bio_pictures (
  org_id     bigint not null,
  hash       text not null, -- of the bytes, base64url
  bytes      bytea not null,
  created_at timestamptz not null default now(),
  primary key (hash, org_id)
);
create index bio_pictures_org on bio_pictures (org_id);
alter table bio_pictures alter column bytes set storage external; -- WebP cannot be compressed further.
