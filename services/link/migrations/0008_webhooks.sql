create table webhooks (
  id              bigint generated always as identity primary key,
  org_id          bigint not null,
  user_id         bigint not null,
  name            text not null default '',
  url             text not null,
  events          text[] not null,
  secret          text not null, -- as it is, because it signs
  enabled         boolean not null default true,
  disabled_reason text check (disabled_reason in ('failing', 'gone')), -- null: its team did it
  failures        bigint not null default 0, -- tries in a row that failed
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create index webhooks_org on webhooks (org_id, id);

-- What has to be sent and what came of it; written with the change that it tells of.
create table webhook_deliveries (
  id            bigint generated always as identity primary key,
  webhook_id    bigint not null references webhooks on delete cascade,
  message_id    uuid not null default gen_random_uuid(), -- the same at each try
  link_id       bigint,
  type          text not null,
  data          json not null,
  status        text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  tries         bigint not null default 0,
  response_code bigint,
  duration_ms   bigint,
  error         text,
  created_at    timestamptz not null default now(),
  next_try_at   timestamptz default now() -- null when there is none
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at)
  where status = 'pending';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);
-- Clicks that were not told yet are told with the newest total, not one by one.
create unique index webhook_deliveries_clicked on webhook_deliveries (webhook_id, link_id)
  where type = 'link.clicked' and status = 'pending' and tries = 0;

-- The expiry that was told: each is told once, and another one is told again.
alter table links add column told_expires_at timestamptz;
alter table links add column told_expires_after bigint;
create index links_due on links (expires_at)
  where expires_at is not null and deleted_at is null and told_expires_at is distinct from expires_at;
