-- The domain on which the links of a team begin, for people who have not created any yet.
alter table domains add column is_default boolean not null default false;
create unique index domains_default on domains (org_id) where is_default;
