-- One row per visit, ordered as a team asks: its own clicks, by time. The window of insert tokens
-- makes a repeated insert harmless: docs/decisions/0010.
CREATE TABLE IF NOT EXISTS clicks_raw_v1
(
    id UUID,
    created_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    org_id UInt64,
    link_id UInt64,
    domain_id UInt64,
    domain LowCardinality(String),
    slug String,
    short_url String,
    title String,
    url String,
    variant LowCardinality(String),
    trigger LowCardinality(String),
    ip String,
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    brand LowCardinality(String),
    platform LowCardinality(String),
    language LowCardinality(String),
    color_scheme LowCardinality(String),
    referer LowCardinality(String),
    continent LowCardinality(String),
    country LowCardinality(String),
    region LowCardinality(String),
    city LowCardinality(String),
    geo String CODEC(ZSTD(1)),
    query String CODEC(ZSTD(1)),
    utm_source String,
    utm_medium String,
    utm_campaign String,
    utm_term String,
    utm_content String,
    utm_reference String,
    is_mobile Bool,
    is_eu Bool,
    is_bot Bool,
    -- A link's totals without reading its team's history. It lives inside each data part, so it is
    -- never out of step with the rows: docs/decisions/0011.
    PROJECTION totals_per_link
    (
        SELECT org_id, link_id, is_bot, count(), max(created_at) GROUP BY org_id, link_id, is_bot
    )
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(created_at)
PRIMARY KEY (org_id, created_at)
ORDER BY (org_id, created_at, id)
SETTINGS
    non_replicated_deduplication_window = 100000,
    old_parts_lifetime = 60,
    materialize_projections_on_insert = 0,
    materialize_projections_on_merge = 1;

-- Clicks, or whole jobs, that could not be understood: as they came, with the reason.
CREATE TABLE IF NOT EXISTS clicks_rejected_v1
(
    rejected_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'),
    job_id String,
    position UInt32,
    reason String,
    click String CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(rejected_at)
ORDER BY (rejected_at, job_id, position)
SETTINGS non_replicated_deduplication_window = 100000;
