-- Imports are worked on piece by piece; next_piece_at is null for one that a process of 0.1 has started.
alter table imports add column next_piece_at timestamptz;
alter table imports add column last_piece_at timestamptz;
-- Names the request that made it, so that a repeat makes no second one.
alter table imports add column request_key bytea;
create unique index imports_request on imports (org_id, request_key) where request_key is not null;
create index imports_waiting on imports (next_piece_at) where status <> 'done' and next_piece_at is not null;
create index imports_turns on imports (org_id, last_piece_at);
create index imports_age on imports (created_at);
-- Further columns of a row by name.
alter table import_rows add column cells jsonb;
