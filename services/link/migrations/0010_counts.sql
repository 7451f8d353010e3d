-- How many links a team has, by what lists are filtered by. tag_id 0 counts every link, any other
-- those that have that tag; folder_id 0 those in none. Deleted links are in neither.
create table link_counts (
  org_id       bigint not null,
  tag_id       bigint not null,
  domain_id    bigint not null,
  folder_id    bigint not null,
  has_password boolean not null,
  links        bigint not null,
  primary key (org_id, tag_id, domain_id, folder_id, has_password)
);
-- What came and went since, to be folded into link_counts: writers of one team never wait for each other.
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

-- As the link has them: who sorts by clicks, or looks for links that are used up, reads this table alone.
alter table link_clicks add column link_deleted_at timestamptz;
alter table link_clicks add column link_expires_after bigint;

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

create function link_moved() returns trigger language plpgsql as $$
begin
  insert into link_count_changes (org_id, tag_id, domain_id, folder_id, has_password, links)
  select org_id, tag_id, domain_id, coalesce(folder_id, 0), has_password, sum(links)
  from (values
    (old.org_id, old.tag_ids, old.domain_id, old.folder_id, old.password_hash is not null, old.deleted_at, -1),
    (new.org_id, new.tag_ids, new.domain_id, new.folder_id, new.password_hash is not null, new.deleted_at, 1)
  ) as link (org_id, tag_ids, domain_id, folder_id, has_password, deleted_at, links)
  cross join lateral (select distinct unnest(0::bigint || tag_ids) as tag_id) as counted
  where deleted_at is null
  group by 1, 2, 3, 4, 5
  having sum(links) <> 0;
  update link_clicks set link_deleted_at = new.deleted_at, link_expires_after = new.expires_after
  where link_id = new.id and (link_deleted_at is distinct from new.deleted_at
    or link_expires_after is distinct from new.expires_after);
  return null;
end $$;

-- Everything above anew, from the links themselves, here and when a backup was restored. Nobody
-- changes links meanwhile.
create function after_restore() returns void language plpgsql as $$
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

create trigger links_made after insert on links
  referencing new table as made for each statement execute function links_made();
create trigger link_moved after update on links for each row
  when (old.folder_id is distinct from new.folder_id or old.tag_ids is distinct from new.tag_ids
    or old.domain_id <> new.domain_id or old.deleted_at is distinct from new.deleted_at
    or old.expires_after <> new.expires_after
    or (old.password_hash is null) <> (new.password_hash is null))
  execute function link_moved();
select after_restore();
