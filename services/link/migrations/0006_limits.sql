-- Who gives out the clicks of a limited link: Redis' counter what it was granted, link the rest itself.
-- taken stays what was given out beside the counter: by link, or granted to counters that are lost.
alter table link_clicks add column counter_id text;
alter table link_clicks add column granted bigint not null default 0;
alter table link_clicks add column used bigint not null default 0; -- of granted, as far as link was told
