-- The name as it is compared: lower() of a database in the C locale knows ASCII only.
alter table folders add column name_key text;
alter table tags add column name_key text;
update folders set name_key = lower(name);
update tags set name_key = lower(name);
alter table folders alter column name_key set not null;
alter table tags alter column name_key set not null;
drop index folders_name;
drop index tags_name;
create unique index folders_name on folders (org_id, name_key);
create unique index tags_name on tags (org_id, name_key);

-- Changes that others have to hear of and may not have yet; written with the change itself.
create table outbox (
  id         bigint generated always as identity primary key,
  topic      text not null,
  payload    jsonb not null,
  due_at     timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index outbox_due on outbox (due_at, id);
