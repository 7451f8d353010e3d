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
