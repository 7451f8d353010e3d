-- Rules of a link that any change could break are constraints, so that no door has to remember them.
-- A click counts once for each tag of its link, so a link has each tag once.
create function is_distinct(ids bigint[]) returns boolean language sql immutable parallel safe
return (select count(distinct id) from unnest(ids) as id) = cardinality(ids);

update links set version = default, tag_ids = (array(
  select id from unnest(tag_ids) with ordinality as tag (id, place) group by id order by min(place)))[:50]
where cardinality(tag_ids) > 50 or not is_distinct(tag_ids);

alter table links
  add constraint links_tags
    check (cardinality(tag_ids) < 2 or cardinality(tag_ids) <= 50 and is_distinct(tag_ids)),
  add constraint links_url check (url <> ''),
  add constraint links_slug_length check (slug <> '' and char_length(slug) <= 255),
  add constraint links_texts check (
    char_length(title) <= 512 and char_length(utm_source) <= 512 and char_length(utm_medium) <= 512
    and char_length(utm_campaign) <= 512 and char_length(utm_term) <= 512
    and char_length(utm_content) <= 512 and char_length(utm_reference) <= 512),
  add constraint links_lists check (jsonb_array_length(geo) <= 250 and jsonb_array_length(ab) <= 20),
  add constraint links_purged check (purged_at is null or deleted_at is not null);
