-- The API key that made a key, which ends with it. Null: made by a signed-in person or the operator.
alter table api_keys add column made_by bigint references api_keys on delete cascade;
create index api_keys_made_by on api_keys (made_by) where made_by is not null;
