-- Teams take turns in the outbox, and the changes of a link are published together.
alter table outbox add column org_id bigint;
update outbox set org_id = links.org_id from links where links.id = outbox.link_id;
delete from outbox where org_id is null;
alter table outbox alter column org_id set not null;
create index outbox_turns on outbox (org_id, id);
create index outbox_links on outbox (link_id, id);
