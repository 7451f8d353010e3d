-- By clicks every link has its place, those without any too; nulls where the list wants them.
create index link_clicks_order on link_clicks (org_id, clicks, link_id) where link_deleted_at is null;
create index link_clicks_last on link_clicks (org_id, clicked_at nulls first, link_id)
  where link_deleted_at is null;
drop index link_clicks_org;

-- A filter's own links in the usual order. Each link is in one of the first two.
create index links_in_folder on links (org_id, folder_id, created_at, id)
  where folder_id is not null and deleted_at is null;
create index links_in_none on links (org_id, created_at, id) where folder_id is null and deleted_at is null;
drop index links_folder;
create index links_password on links (org_id, created_at, id)
  where password_hash is not null and deleted_at is null;

-- What is expired, by date and by clicks, and what a link must have to be so.
create index links_expiring on links (org_id, expires_at) where expires_at is not null and deleted_at is null;
create index links_limited on links (org_id, created_at, id) where expires_after > 0 and deleted_at is null;
create index link_clicks_used_up on link_clicks (org_id, link_id)
  where link_deleted_at is null and link_expires_after > 0
    and link_expires_after <= greatest(clicks, taken + used);

-- A page that was changed is read until the next vacuum, which by default waits for a fifth of the table.
alter table links set (autovacuum_vacuum_scale_factor = 0.02);
