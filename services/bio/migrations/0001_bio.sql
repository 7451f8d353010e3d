-- A team's public page; a team that has none shows its name alone.
create table bio_pages (
  id         bigint generated always as identity primary key,
  org_id     bigint not null unique,
  title      text,
  subtitle   text,
  email      text,
  image      text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
