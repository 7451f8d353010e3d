-- Named addresses of pages of the dashboard, shared by a team.
create table views (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organizations,
  name       text not null,
  name_key   text not null,
  page       text not null,
  query      text not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index views_name on views (org_id, page, name_key);

call audit_table('views', 'view', hidden => '{name_key,created_by}');
