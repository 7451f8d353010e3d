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
