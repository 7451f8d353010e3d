-- The ids are computed once, before link_clicks is read. As a subquery of `in`, a plan that was cached for a
-- change of one link, or made before the first analyze, computed them again for every row of link_clicks:
-- changes of a thousand links took seconds.
create or replace function links_changed() returns trigger language plpgsql as $$
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
