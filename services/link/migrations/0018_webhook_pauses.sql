-- Since when every try has failed; null when the last one did not.
alter table webhooks add column failing_since timestamptz;
-- A secret that was replaced signs beside the new one until then.
alter table webhooks add column previous_secret text;
alter table webhooks add column previous_secret_until timestamptz;
