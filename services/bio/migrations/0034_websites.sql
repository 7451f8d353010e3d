-- Links to websites have the type 'mastodon' for the release before, which fails on a type that it does not know.
alter table bio_links add column is_website boolean not null default false;
