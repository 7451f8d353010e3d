-- The salts of visitor numbers, by UTC day. Unlogged: they are in no write-ahead log, replica, base
-- backup or backup of the product. A crash of Postgres empties the table; link then takes them from Redis.
create unlogged table visitor_salts (
  day  date primary key,
  salt bytea not null
);
