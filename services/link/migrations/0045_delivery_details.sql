-- What the last try sent, and the start of the response. Null for tries of earlier releases.
alter table webhook_deliveries add column payload text, add column response text;
-- When the message was queued, also again: what is too old to be pending counts from here.
alter table webhook_deliveries add column queued_at timestamptz not null default now();
