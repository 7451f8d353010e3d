-- Erasures of clicks, as they were asked for, and how far the click worker is. Clicks at `until` or later stay.
create table erasures (
  id               bigint generated always as identity primary key,
  org_id           bigint not null references organizations on delete cascade,
  link_ids         bigint[] not null,
  domain_id        bigint,
  address          text,
  "from"           timestamptz,
  "to"             timestamptz,
  until            timestamptz not null,
  of_deleted_links boolean not null,
  state            text not null default 'queued',
  found            bigint not null default 0,
  remaining        bigint not null default 0,
  failure          text,
  created_by       bigint not null,
  created_at       timestamptz not null default now(),
  done_at          timestamptz
);
create index erasures_of_team on erasures (org_id, id);
create index erasures_open on erasures (id) where state <> 'done';

call audit_table('erasures', 'erasure', secret => '{address}',
  hidden => '{until,of_deleted_links,state,found,remaining,failure,created_by}');
