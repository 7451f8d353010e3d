-- Imports of exported teams. An import that was interrupted continues with the same ids.
create table team_imports (
  org_id      bigint primary key references organizations on delete cascade,
  export_id   text not null,
  shifts      jsonb not null, -- what is added to the ids of each kind
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);
create index team_imports_export on team_imports (export_id);
