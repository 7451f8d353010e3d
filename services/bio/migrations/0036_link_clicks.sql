-- Visits of each link from the public page; links without visits have no row. Apart from the links, so that
-- visits and changes of a link do not wait for each other.
create table bio_link_clicks (
  link_id bigint primary key references bio_links (id) on delete cascade,
  clicks  bigint not null
) with (fillfactor = 50); -- Leaves room for updates in place.
