create table imports (
  id         bigint generated always as identity primary key,
  org_id     bigint not null,
  user_id    bigint not null,
  domain_id  bigint not null,
  folder_id  bigint,
  tag_ids    bigint[] not null default '{}',
  status     text not null default 'filling' check (status in ('filling', 'queued', 'running', 'done')),
  created_at timestamptz not null default now()
);

-- A row is done when it has a link or an error; both are written with the link itself.
create table import_rows (
  import_id bigint not null references imports on delete cascade,
  index     bigint not null,
  url       text not null,
  domain    text,
  slug      text,
  link_id   bigint,
  error     jsonb, -- {code, detail, field}
  primary key (import_id, index)
);
create index import_rows_open on import_rows (import_id, index) where link_id is null and error is null;
