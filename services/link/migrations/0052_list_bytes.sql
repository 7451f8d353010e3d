-- Larger than LISTS_BYTES of protos by the spaces, ids and decimals that this text has and that size has not.
alter table links add constraint links_list_bytes
  check (octet_length(geo::text) + octet_length(ab::text) <= 90000);
