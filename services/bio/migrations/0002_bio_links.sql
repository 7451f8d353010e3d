-- The links of a team's page. Their positions are 0, 1, 2, … at the end of every transaction;
-- inside one they may meet, hence deferred.
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
