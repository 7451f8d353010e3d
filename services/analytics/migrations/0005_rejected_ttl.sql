-- Rejected clicks wait 90 days for `clicks requeue`; whole parts go, so nothing is written anew for it.
ALTER TABLE clicks_rejected_v1
    MODIFY SETTING ttl_only_drop_parts = 1;

ALTER TABLE clicks_rejected_v1
    MODIFY TTL toDateTime(rejected_at) + INTERVAL 90 DAY;
