-- Which request made a link, so that one whose answer was lost makes no second.
alter table links add column idempotency_key bytea;
create unique index links_idempotency on links (org_id, idempotency_key)
  where idempotency_key is not null;
