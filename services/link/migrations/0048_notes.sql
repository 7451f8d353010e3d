-- Notes on the chart of clicks. Those of a deleted link are hidden for as long as it is deleted.
create table notes (
  id         bigint generated always as identity primary key,
  org_id     bigint not null,
  at         timestamptz not null,
  text       text not null,
  link_id    bigint, -- null: a note without a link
  created_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index notes_at on notes (org_id, at, id);
create index notes_link on notes (link_id) where link_id is not null;

call audit_table('notes', 'note', hidden => '{created_by}');
