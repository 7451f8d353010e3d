-- The links of a folder and of a tag, to be found when it is deleted, and in lists.
create index links_folder on links (folder_id, id) where folder_id is not null and deleted_at is null;
create index links_tags on links using gin (tag_ids) where deleted_at is null;
