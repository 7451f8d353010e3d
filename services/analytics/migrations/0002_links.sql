-- What each link is now, by the highest version: the filters by folder and tag ask here.
CREATE TABLE IF NOT EXISTS links_v1
(
    version UInt64,
    org_id UInt64,
    link_id UInt64,
    domain_id UInt64,
    domain LowCardinality(String),
    slug String,
    short_url String,
    url String,
    title String,
    folder_id UInt64,
    tag_ids Array(UInt64),
    is_deleted Bool,
    created_at DateTime64(3, 'UTC'),
    updated_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (org_id, link_id);
