-- Where a link was before it got another address: redirect must forget it there.
alter table outbox add column left_domain_id bigint;
alter table outbox add column left_slug_key text;

create index links_reserved on links (deleted_at) where deleted_at is not null;
