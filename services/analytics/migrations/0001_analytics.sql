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
    -- The visitor sent Sec-GPC or DNT, and HONOUR_GPC was set: columns that describe the visitor, except the country,
    -- are empty.
    opted_out Bool,
    -- Number of the visitor on the UTC day of the click: a hash with a salt that is destroyed after that day. 0: unknown.
    visitor UInt64,
    -- Totals of a link without reading its team's history, and roll-ups for teams of tens of millions of clicks
    -- (docs/decisions/0013, 0017; src/reports/rollup.rules.ts chooses one for a question). A projection is part of the
    -- data part that it sums up, written when parts are merged, so it always agrees with the rows.
    PROJECTION totals_per_link
    (
        SELECT org_id, link_id, is_bot, count(), max(created_at) GROUP BY org_id, link_id, is_bot
    ),
    PROJECTION clicks_per_quarter
    (
        SELECT org_id, is_bot, toStartOfFifteenMinutes(created_at), count()
        GROUP BY org_id, is_bot, toStartOfFifteenMinutes(created_at)
    ),
    PROJECTION agents_per_day
    (
        SELECT org_id, is_bot, toStartOfDay(created_at),
            browser, os, device, platform, brand, language, count()
        GROUP BY org_id, is_bot, toStartOfDay(created_at),
            browser, os, device, platform, brand, language
    ),
    PROJECTION referers_per_day
    (
        SELECT org_id, is_bot, toStartOfDay(created_at), domain_id, domain, referer, count()
        GROUP BY org_id, is_bot, toStartOfDay(created_at), domain_id, domain, referer
    ),
    PROJECTION campaigns_per_day
    (
        SELECT org_id, is_bot, toStartOfDay(created_at),
            utm_source, utm_medium, utm_campaign, utm_term, utm_content, utm_reference, count()
        GROUP BY org_id, is_bot, toStartOfDay(created_at),
            utm_source, utm_medium, utm_campaign, utm_term, utm_content, utm_reference
    ),
    PROJECTION places_per_month
    (
        SELECT org_id, is_bot, toStartOfMonth(created_at), continent, country, region, city, count()
        GROUP BY org_id, is_bot, toStartOfMonth(created_at), continent, country, region, city
    ),
    PROJECTION places_per_day
    (
        SELECT org_id, is_bot, toStartOfDay(created_at), continent, country, region, city, count()
        GROUP BY org_id, is_bot, toStartOfDay(created_at), continent, country, region, city
    ),
    PROJECTION links_per_month
    (
        SELECT org_id, link_id, is_bot, toStartOfMonth(created_at), domain_id, sipHash64(url),
            url, short_url, count(), max(created_at)
        GROUP BY org_id, link_id, is_bot, toStartOfMonth(created_at), domain_id, sipHash64(url),
            url, short_url
    ),
    PROJECTION links_per_day
    (
        SELECT org_id, link_id, is_bot, toStartOfDay(created_at), domain_id, sipHash64(url), count()
        GROUP BY org_id, link_id, is_bot, toStartOfDay(created_at), domain_id, sipHash64(url)
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
    materialize_projections_on_merge = 1,
    lightweight_mutation_projection_mode = 'rebuild',
    -- An insert has a few thousand clicks. Merged by twenty and more, not by five, a click is rewritten half as often.
    -- Nothing reads statistics of columns. See docs/decisions/0018.
    merge_selector_base = 20,
    auto_statistics_types = '';

-- Clicks and jobs that could not be parsed, unchanged, with the reason. They wait 90 days for `clicks requeue`; whole
-- parts are dropped, so nothing is rewritten for it.
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
TTL toDateTime(rejected_at) + INTERVAL 90 DAY
SETTINGS non_replicated_deduplication_window = 100000, ttl_only_drop_parts = 1;

-- The current state of each link, by the highest version, for the filters by folder and tag.
CREATE TABLE IF NOT EXISTS links_v1
(
    version UInt64,
    org_id UInt64,
    link_id UInt64,
    -- The user who created it, for people who may see the clicks of their own links only.
    user_id UInt64,
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

-- The first instant whose clicks a team keeps: docs/decisions/0158. It never moves back. Reports hide earlier clicks,
-- and the click worker deletes them some minutes after set_at.
CREATE TABLE IF NOT EXISTS cutoffs_v1
(
    org_id UInt64,
    cutoff DateTime('UTC'),
    set_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(cutoff)
ORDER BY org_id;

-- Counts of the clicks of each month before the cutoff, for the totals of links. A month can be counted again, also
-- while its clicks are being deleted: the largest count is the right one.
CREATE TABLE IF NOT EXISTS retired_clicks_v1
(
    org_id UInt64,
    link_id UInt64,
    is_bot Bool,
    month Date,
    clicks SimpleAggregateFunction(max, UInt64),
    last SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
)
ENGINE = AggregatingMergeTree
ORDER BY (org_id, link_id, is_bot, month);

-- Clicks that were weeks old when they arrived. Only they can arrive while a month is retired, so they are counted by
-- their ids and not with their month.
CREATE TABLE IF NOT EXISTS late_clicks_v1
(
    org_id UInt64,
    link_id UInt64,
    id UUID,
    created_at DateTime64(3, 'UTC'),
    is_bot Bool
)
ENGINE = ReplacingMergeTree
ORDER BY (org_id, link_id, id);

-- Visitors of UTC days that are over: docs/decisions/0162. One row per team, subject, values of the subject and day; of
-- the team itself, per quarter of an hour of the first click. id and hash are those of a link, a domain, a destination.
-- A day that is counted again has rows of several generations, one of which is valid.
CREATE TABLE IF NOT EXISTS visitors_v1
(
    org_id UInt64,
    subject LowCardinality(String),
    is_bot Bool,
    id UInt64,
    hash UInt64,
    value String,
    first DateTime('UTC'),
    generation UInt64,
    visitors UInt64
)
ENGINE = MergeTree
PARTITION BY toYear(first)
ORDER BY (org_id, subject, id, hash, value, first);

-- The valid generation of each day of a team. 0: clicks were added or deleted at that time, so the day is to be counted.
-- Days of team 0: all days up to the last one of them are over and have rows here, if they have clicks.
CREATE TABLE IF NOT EXISTS visitor_days_v1
(
    org_id UInt64,
    day Date,
    generation UInt64,
    at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(at)
ORDER BY (org_id, day);

-- Erasures of a team's clicks: docs/decisions/0158. A click is erased if it meets all criteria; 0 and empty values are
-- none. Rows stay, because clicks that arrive later are compared with them. Each round of an erasure has three steps:
-- waiting for the queue, erasing what was counted, and done.
CREATE TABLE IF NOT EXISTS erasures_v1
(
    org_id UInt64,
    id UInt64,
    link_ids Array(UInt64),
    domain_id UInt64,
    address String,
    from DateTime64(3, 'UTC'),
    until DateTime64(3, 'UTC'),
    step UInt32,
    found UInt64,
    changed_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(step)
ORDER BY (org_id, id);

-- Counts of erased clicks, for the totals of links. Clicks can be counted again, also while they are being deleted: the
-- largest count is the right one. Late ones were counted by their ids and have no month.
CREATE TABLE IF NOT EXISTS erased_clicks_v1
(
    org_id UInt64,
    erasure_id UInt64,
    round UInt32,
    link_id UInt64,
    is_bot Bool,
    is_late Bool,
    month Date,
    clicks SimpleAggregateFunction(max, UInt64),
    last SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
)
ENGINE = AggregatingMergeTree
ORDER BY (org_id, link_id, erasure_id, round, is_bot, is_late, month);
