-- For search, by the three letters that follow each other anywhere. Who may not create extensions has
-- it created beforehand; who has a million links can build the index beforehand, concurrently: both are
-- then passed over here (docs/operations.md).
create extension if not exists pg_trgm;
create index if not exists links_search on links
  using gin ((slug || E'\n' || url || E'\n' || title) gin_trgm_ops) where deleted_at is null;
-- New links wait to be put into it, so that who puts them in is held up for some 30 ms, not for 100.
alter index links_search set (gin_pending_list_limit = 1024);
-- How common a piece of text is: whether to look for it or to meet it in passing.
create statistics links_text on (slug || E'\n' || url || E'\n' || title) from links;
analyze links;
analyze link_clicks;
