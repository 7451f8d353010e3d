-- Catalog may send an event twice: its id is the id of its messages, and each webhook gets it once.
create unique index webhook_deliveries_domain_event on webhook_deliveries (webhook_id, message_id)
  where type like 'domain.%';
