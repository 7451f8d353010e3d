-- One index for each order of a team's list; each also says without the table how many there are.
create index links_updated on links (org_id, updated_at, id) where deleted_at is null;
create index links_title on links (org_id, lower(title), id) where deleted_at is null;
create index links_slug_order on links (org_id, slug_key, id) where deleted_at is null;
create index links_domain on links (org_id, domain_id, created_at, id) where deleted_at is null;
