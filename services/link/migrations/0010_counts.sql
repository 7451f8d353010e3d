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
  -- In one order, as click totals are set, so that neither waits for the other in a circle.
  perform from link_clicks where link_id in (
    select id from became join was using (id)
    where became.deleted_at is distinct from was.deleted_at or became.expires_after <> was.expires_after
  ) order by link_id for update;
  if found then
    update link_clicks set link_deleted_at = became.deleted_at, link_expires_after = became.expires_after
    from became where id = link_id and (became.deleted_at is distinct from link_deleted_at
      or became.expires_after is distinct from link_expires_after);
  end if;
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
create trigger links_changed after update on links
  referencing old table as was new table as became for each statement execute function links_changed();
select after_restore();
