-- Ids of rules, A/B and geo links, which live inside the row of their link.
create sequence variant_id;

create function is_distinct(ids bigint[]) returns boolean language sql immutable parallel safe
return (select count(distinct id) from unnest(ids) as id) = cardinality(ids);

-- Constraints enforce the rules of a link on every write path.
create table links (
  id                 bigint generated always as identity primary key,
  org_id             bigint not null,
  user_id            bigint not null,
  domain_id          bigint not null,
  domain             text not null, -- a domain's name never changes
  slug               text not null,
  slug_key           text not null, -- the slug as it is compared
  url                text not null constraint links_url check (url <> ''),
  title              text not null default '',
  folder_id          bigint,
  tag_ids            bigint[] not null default '{}',
  utm_source         text,
  utm_medium         text,
  utm_campaign       text,
  utm_term           text,
  utm_content        text,
  utm_reference      text,
  redirect_code      smallint check (redirect_code in (301, 302)),
  password_hash      text,
  expires_at         timestamptz,
  expires_after      bigint not null default 0 check (expires_after >= 0),
  expire_url         text,
  ios                text,
  android            text,
  ab                 jsonb not null default '[]', -- [{id, url, percent}]
  geo                jsonb not null default '[]', -- [{id, url, country}]
  rules              jsonb not null default '[]', -- [{id, url, name, when: [{type, ...}]}], in order of precedence
  idempotency_key    bytea, -- of the request that created the link, so that a repeat creates no second one
  reported_expires_at    timestamptz, -- the expiry that webhooks were sent: each once
  reported_expires_after bigint,
  limit_version      bigint not null default 0, -- the version when its limit was last changed
  limit_started      bigint not null default 0, -- the version when it last got a limit after it had none
  version            bigint not null, -- of its slug record and of its row in ClickHouse
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  -- The last change of a link that only the service itself had changed, such as when its folder was deleted: to the
  -- team, the link is as it was created, and undoing its import deletes it.
  system_updated_at  timestamptz,
  deleted_at         timestamptz,
  purged_at          timestamptz, -- a deleted link without it is in the trash
  constraint links_slug_length check (slug <> '' and char_length(slug) <= 255),
  -- A click counts once for each tag of its link, so a link has each tag once.
  constraint links_tags
    check (cardinality(tag_ids) < 2 or cardinality(tag_ids) <= 50 and is_distinct(tag_ids)),
  constraint links_texts check (
    char_length(title) <= 512 and char_length(utm_source) <= 512 and char_length(utm_medium) <= 512
    and char_length(utm_campaign) <= 512 and char_length(utm_term) <= 512
    and char_length(utm_content) <= 512 and char_length(utm_reference) <= 512),
  constraint links_lists check (
    jsonb_array_length(geo) <= 250 and jsonb_array_length(ab) <= 20 and jsonb_array_length(rules) <= 50),
  -- Larger than LISTS_BYTES of protos by the spaces, ids and decimals that this text has and that size has not.
  constraint links_list_bytes check (
    octet_length(geo::text) + octet_length(ab::text) + octet_length(rules::text) <= 90000),
  constraint links_purged check (purged_at is null or deleted_at is not null)
) with (
  -- A changed page is read until the next vacuum, which by default waits for a fifth of the table.
  autovacuum_vacuum_scale_factor = 0.02
);
-- A deleted link keeps its slug until it is reserved no longer.
create unique index links_slug on links (domain_id, slug_key);
create unique index links_idempotency on links (org_id, idempotency_key)
  where idempotency_key is not null;
create index links_tags on links using gin (tag_ids) where deleted_at is null;

-- One index for each order of a team's list; each also counts the links without the table.
create index links_org on links (org_id, created_at desc, id desc) where deleted_at is null;
create index links_updated on links (org_id, updated_at, id) where deleted_at is null;
create index links_title on links (org_id, lower(title), id) where deleted_at is null;
create index links_slug_order on links (org_id, slug_key, id) where deleted_at is null;
create index links_domain on links (org_id, domain_id, created_at, id) where deleted_at is null;

-- The links that match a filter, in the usual order. Each link is in one of the first two.
create index links_in_folder on links (org_id, folder_id, created_at, id)
  where folder_id is not null and deleted_at is null;
create index links_in_none on links (org_id, created_at, id) where folder_id is null and deleted_at is null;
create index links_password on links (org_id, created_at, id)
  where password_hash is not null and deleted_at is null;
create index links_expiring on links (org_id, expires_at) where expires_at is not null and deleted_at is null;
create index links_limited on links (org_id, created_at, id) where expires_after > 0 and deleted_at is null;
create index links_trash on links (org_id, deleted_at, id) where deleted_at is not null and purged_at is null;

create index links_reserved on links (deleted_at) where deleted_at is not null;
create index links_due on links (expires_at)
  where expires_at is not null and deleted_at is null and reported_expires_at is distinct from expires_at;

-- Trigrams for search. Where the service may not create extensions, the operator creates this one beforehand
-- (docs/operations.md).
create extension if not exists pg_trgm;
create index links_search on links
  using gin ((slug || E'\n' || url || E'\n' || title || E'\n' || coalesce(utm_source, '') || E'\n' || coalesce(utm_medium, '')
    || E'\n' || coalesce(utm_campaign, '') || E'\n' || coalesce(utm_term, '') || E'\n' || coalesce(utm_content, '')
    || E'\n' || coalesce(utm_reference, '')) gin_trgm_ops)
  -- New links wait to be put into it: the insert that does it takes some 30 ms, not 100.
  with (gin_pending_list_limit = 1024) where deleted_at is null;
-- How common a piece of text is: whether to search the index for it or to filter.
create statistics links_text on (slug || E'\n' || url || E'\n' || title || E'\n' || coalesce(utm_source, '') || E'\n' || coalesce(utm_medium, '')
    || E'\n' || coalesce(utm_campaign, '') || E'\n' || coalesce(utm_term, '') || E'\n' || coalesce(utm_content, '')
    || E'\n' || coalesce(utm_reference, '')) from links;

-- Versions are a hybrid clock: microseconds since 1970, and always above the previous version. So they keep growing
-- when the database goes back to an earlier state.
create function link_version() returns trigger language plpgsql as $$
declare
  clock bigint := extract(epoch from clock_timestamp()) * 1000000;
begin
  new.version := greatest(clock, case when tg_op = 'UPDATE' then old.version + 1 end);
  return new;
end $$;
create trigger links_version before insert or update of version on links
  for each row execute function link_version();

-- Redirect's counter of a changed limit asks before it allows more, because it did not count clicks without a limit.
create function limit_version() returns trigger language plpgsql as $$
begin
  new.limit_version := new.version;
  return new;
end $$;
-- Runs after links_version: triggers run in the order of their names.
create trigger links_version_of_limit before update of expires_after on links
  for each row when (new.expires_after <> old.expires_after) execute function limit_version();

-- Only statistics count the clicks of the time without a limit, so none is allowed before they have.
create function limit_started() returns trigger language plpgsql as $$
begin
  new.limit_started := new.version;
  return new;
end $$;
create trigger links_version_of_start before update of expires_after on links
  for each row when (old.expires_after = 0 and new.expires_after > 0) execute function limit_started();

-- Domains that are being deleted or change how they compare slugs. A concurrent insert must not miss the change: a
-- change of a domain holds its advisory lock alone, inserts share it.
create table domain_changes (
  domain_id      bigint primary key,
  closing        boolean not null,
  case_sensitive boolean,
  until          timestamptz not null
);
create function check_domain_change() returns trigger language plpgsql as $$
declare
  change domain_changes;
begin
  perform pg_advisory_xact_lock_shared(hashtext('domain'), hashint8(new.domain_id));
  select * into change from domain_changes
  where domain_id = new.domain_id and until > clock_timestamp();
  if change.closing then
    raise check_violation using constraint = 'links_domain_open', message = 'the domain is being deleted';
  end if;
  if (change.case_sensitive and new.slug_key <> new.slug)
    or (not change.case_sensitive and new.slug_key = new.slug and new.slug <> lower(new.slug)) then
    raise check_violation using constraint = 'links_domain_case', message = 'the domain compares slugs differently';
  end if;
  return null;
end $$;
create trigger links_domain after insert or update of domain_id on links
  for each row execute function check_domain_change();

-- Apart from links, because they change with every visit. The columns link_… are copies of those of the link: the order
-- by clicks and the search for used up links read this table alone.
create table link_clicks (
  link_id            bigint primary key references links,
  org_id             bigint not null,
  clicks             bigint not null default 0,
  clicked_at         timestamptz,
  -- Of a limited link. Clicks that Redis' counter was granted, and those of them that it has reported; clicks that
  -- were allowed without it, or granted to counters that are lost.
  counter_id         text,
  granted            bigint not null default 0,
  used               bigint not null default 0,
  taken              bigint not null default 0,
  limit_version      bigint not null default 0, -- of the limit that clicks were last counted again for
  link_deleted_at    timestamptz,
  link_expires_after bigint
);
-- Every link has its place in these orders, those without clicks too; nulls where the list wants them.
create index link_clicks_order on link_clicks (org_id, clicks, link_id) where link_deleted_at is null;
create index link_clicks_last on link_clicks (org_id, clicked_at nulls first, link_id)
  where link_deleted_at is null;
create index link_clicks_used_up on link_clicks (org_id, link_id)
  where link_deleted_at is null and link_expires_after > 0
    and link_expires_after <= greatest(clicks, taken + used);

-- Numbers of a team's links, by the filters of lists. tag_id 0 counts every link, any other the links that have that
-- tag; folder_id 0 counts the links in no folder. Deleted links are not counted.
create table link_counts (
  org_id       bigint not null,
  tag_id       bigint not null,
  domain_id    bigint not null,
  folder_id    bigint not null,
  has_password boolean not null,
  links        bigint not null,
  primary key (org_id, tag_id, domain_id, folder_id, has_password)
);
-- Changes to add to link_counts, so that writers of one team never wait for each other.
create table link_count_changes (
  id           bigint generated always as identity,
  org_id       bigint not null,
  tag_id       bigint not null,
  domain_id    bigint not null,
  folder_id    bigint not null,
  has_password boolean not null,
  links        bigint not null,
  primary key (org_id, tag_id, id)
);

create function links_made() returns trigger language plpgsql as $$
begin
  insert into link_count_changes (org_id, tag_id, domain_id, folder_id, has_password, links)
  select org_id, tag_id, domain_id, coalesce(folder_id, 0), password_hash is not null, count(*)
  from made cross join lateral (select distinct unnest(0::bigint || tag_ids) as tag_id) as counted
  where deleted_at is null
  group by 1, 2, 3, 4, 5;
  insert into link_clicks (link_id, org_id, link_expires_after)
  select id, org_id, expires_after from made on conflict do nothing;
  return null;
end $$;
create trigger links_made after insert on links
  referencing new table as made for each statement execute function links_made();

create function links_changed() returns trigger language plpgsql as $$
begin
  insert into link_count_changes (org_id, tag_id, domain_id, folder_id, has_password, links)
  select org_id, tag_id, domain_id, coalesce(folder_id, 0), has_password, sum(links)
  from (
    select org_id, tag_ids, domain_id, folder_id, password_hash is not null as has_password, -1 as links
    from was where deleted_at is null
    union all
    select org_id, tag_ids, domain_id, folder_id, password_hash is not null, 1
    from became where deleted_at is null
  ) as link cross join lateral (select distinct unnest(0::bigint || tag_ids) as tag_id) as counted
  group by 1, 2, 3, 4, 5
  having sum(links) <> 0;
  -- In one order, as click totals are set, so that two changes never deadlock. The ids are computed once, before
  -- link_clicks is read: as a subquery of `in`, a cached plan computed them again for every row of link_clicks.
  perform from link_clicks where link_id = any(array(
    select id from became join was using (id)
    where became.deleted_at is distinct from was.deleted_at or became.expires_after <> was.expires_after
  )) order by link_id for update;
  if found then
    update link_clicks set link_deleted_at = became.deleted_at, link_expires_after = became.expires_after
    from became where id = link_id and (became.deleted_at is distinct from link_deleted_at
      or became.expires_after is distinct from link_expires_after);
  end if;
  return null;
end $$;
create trigger links_changed after update on links
  referencing old table as was new table as became for each statement execute function links_changed();

-- Rebuilds the two tables above from the links after a restore, while nothing changes links.
create function recount_links() returns void language plpgsql as $$
begin
  lock table links in share row exclusive mode;
  insert into link_clicks (link_id, org_id) select id, org_id from links on conflict do nothing;
  update link_clicks as clicked set link_deleted_at = links.deleted_at, link_expires_after = links.expires_after
  from links where links.id = clicked.link_id
    and (links.deleted_at is not null or links.expires_after > 0);
  delete from link_count_changes;
  delete from link_counts;
  insert into link_counts (org_id, tag_id, domain_id, folder_id, has_password, links)
  select org_id, tag_id, domain_id, coalesce(folder_id, 0), password_hash is not null, count(*)
  from links cross join lateral (select distinct unnest(0::bigint || tag_ids) as tag_id) as counted
  where deleted_at is null
  group by 1, 2, 3, 4, 5;
end $$;

-- Changes to publish to Redis and ClickHouse, written in the transaction of the change.
create table outbox (
  id             bigint generated always as identity primary key,
  org_id         bigint not null,
  link_id        bigint not null,
  kind           text not null check (kind in ('created', 'updated', 'deleted')),
  left_domain_id bigint, -- the address that the link had before it moved to another one
  left_slug_key  text,
  due_at         timestamptz, -- of a change that could not be published and was set aside
  tries          smallint not null default 0,
  created_at     timestamptz not null default now()
);
-- Teams take turns, and the changes of a link are published together.
create index outbox_turns on outbox (org_id, id);
create index outbox_links on outbox (link_id, id);

-- Requests to publish every record again, and the progress of each.
create table republications (
  id          bigint generated always as identity primary key,
  after_id    bigint not null default 0, -- links up to this id are done
  records     bigint not null default 0,
  asked_at    timestamptz not null default now(),
  finished_at timestamptz
);
create function republish() returns bigint language sql as
  $$ insert into republications default values returning id $$;
-- Rebuilds what derives from other rows or was published to other stores.
create function after_restore() returns void language plpgsql as $$
begin
  perform recount_links();
  perform republish();
end $$;

create table imports (
  id            bigint generated always as identity primary key,
  org_id        bigint not null,
  user_id       bigint not null,
  domain_id     bigint not null,
  folder_id     bigint,
  tag_ids       bigint[] not null default '{}',
  create_labels boolean not null, -- those that its rows name and that do not exist
  made_folders  bigint[] not null default '{}', -- those that it created
  made_tags     bigint[] not null default '{}',
  making        jsonb, -- those that its next rows create: {folders, tags}, names
  status        text not null default 'filling' check (status in ('filling', 'queued', 'running', 'done')),
  actor         jsonb not null, -- of the changes, as its links are created later
  left_out      jsonb, -- what the file has and links do not take over: {left_out, tables}
  request_key   bytea, -- of the request that created it, so that a repeat creates no second one
  next_piece_at timestamptz, -- null: its rows are not complete
  last_piece_at timestamptz,
  created_at    timestamptz not null default now()
);
create unique index imports_request on imports (org_id, request_key) where request_key is not null;
create index imports_waiting on imports (next_piece_at) where status <> 'done' and next_piece_at is not null;
create index imports_turns on imports (org_id, last_piece_at);
create index imports_age on imports (created_at);

-- A row is done when it has a link or an error; both are written with the link itself.
create table import_rows (
  import_id bigint not null references imports on delete cascade,
  index     bigint not null,
  url       text not null,
  domain    text,
  slug      text,
  cells     jsonb, -- further columns of the row by name
  link_id   bigint,
  error     jsonb, -- {code, detail, field}
  primary key (import_id, index)
);
create index import_rows_open on import_rows (import_id, index) where link_id is null and error is null;

create table webhooks (
  id                    bigint generated always as identity primary key,
  org_id                bigint not null,
  user_id               bigint not null,
  key_id                bigint, -- the API key that set its URL and secret
  name                  text not null default '',
  url                   text not null,
  events                text[] not null,
  secret                text not null, -- in clear, because it signs
  previous_secret       text, -- signs beside the new one until then
  previous_secret_until timestamptz,
  enabled               boolean not null default true,
  disabled_reason       text check (disabled_reason in ('failing', 'gone')), -- null: its team disabled it
  failures              bigint not null default 0, -- consecutive failed tries
  failing_since         timestamptz, -- null: the last try did not fail
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now()
);
create index webhooks_org on webhooks (org_id, id);

-- Messages and their tries; a message is written in the transaction of the change that it reports.
create table webhook_deliveries (
  id            bigint generated always as identity primary key,
  webhook_id    bigint not null references webhooks on delete cascade,
  message_id    uuid not null default gen_random_uuid(), -- the same for each try
  link_id       bigint,
  type          text not null,
  data          json not null,
  status        text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  tries         bigint not null default 0,
  payload       text, -- what the last try sent, and the start of the response
  response      text,
  response_code bigint,
  duration_ms   bigint,
  error         text,
  created_at    timestamptz not null default now(),
  queued_at     timestamptz not null default now(), -- also again: the age of a pending message counts from here
  next_try_at   timestamptz default now() -- null: there is none
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at)
  where status = 'pending';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);
-- Clicks that have not been sent yet are sent with the newest total, not one by one.
create unique index webhook_deliveries_clicked on webhook_deliveries (webhook_id, link_id)
  where type = 'link.clicked' and status = 'pending' and tries = 0;
-- Catalog may send an event twice: its id is the id of its messages, and each webhook gets it once.
create unique index webhook_deliveries_domain_event on webhook_deliveries (webhook_id, message_id)
  where type like 'domain.%';

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

-- The salts of visitor numbers, by UTC day. Unlogged: they are in no write-ahead log, replica, base
-- backup or backup of the product. A crash of Postgres empties the table; link then takes them from Redis.
create unlogged table visitor_salts (
  day  date primary key,
  salt bytea not null
);

-- expires_after is 0 for a link without a click limit.
call audit_table('links', 'link', ends => 'deleted_at', secret => '{password_hash}', zeros => '{expires_after}', hidden =>
  '{slug_key,version,idempotency_key,reported_expires_at,reported_expires_after,limit_version,limit_started,system_updated_at}');
call audit_table('webhooks', 'webhook', secret => '{secret}', hidden =>
  '{key_id,failures,failing_since,previous_secret,previous_secret_until}');
call audit_table('notes', 'note', hidden => '{created_by}');

-- A link that is deleted permanently gets an entry. A trigger of its own, which no other update fires: for
-- audit(), the link was deleted before.
create function audit_purge() returns trigger language plpgsql as $$
begin
  perform audit_event(new.org_id, 'purged', 'link', new.id, new.domain || '/' || new.slug);
  return null;
end $$;
create trigger audit_purge after update of purged_at on links for each row
  when (old.purged_at is null and new.purged_at is not null) execute function audit_purge();
