-- Erasures of a team's clicks: docs/decisions/0160. A click is erased if it meets all criteria; 0 and empty values are
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
