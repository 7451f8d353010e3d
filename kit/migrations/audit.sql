-- The audit log of a service: a row for each changed object, which triggers write in the transaction of the
-- change, so that no statement can forget it. Services link to this file from their migrations.
create table audit_log (
  org_id      bigint not null,
  id          uuid not null, -- ordered by time, also among the ids of other services
  at          timestamptz not null,
  actor_kind  text not null,
  actor_id    bigint,
  actor_name  text,
  user_id     bigint, -- the person who was signed in
  address     text,
  request_id  text,
  operation   text not null check (
    operation in ('created', 'updated', 'deleted', 'restored', 'purged', 'refused', 'exported')),
  object_kind text not null,
  object_id   bigint not null,
  object_name text,
  before      jsonb,
  after       jsonb,
  primary key (org_id, id)
);
create index audit_log_object on audit_log (org_id, object_kind, object_id, id);
create index audit_log_at on audit_log (at);

-- UUIDv7: 48 bits of milliseconds, 12 bits of the fraction of a millisecond, 62 random bits.
create function audit_id(at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0')
    || substr('89ab', 1 + floor(random() * 4)::int, 1) || right(replace(gen_random_uuid()::text, '-', ''), 15))::uuid
  from (select (extract(epoch from at) * 1000000)::bigint as micros) as clock
$$;

-- The teams whose logs show a changed row, and the e-mail address of its person. `person` names the column
-- with the id of the person. Catalog, which knows people, replaces this function.
create function audit_subject(it jsonb, team text, person text)
returns table (org_id bigint, email text) language sql stable as $$
  select (it ->> team)::bigint, null::text
$$;

-- Inserts the entries of a statement. A created, restored or deleted object shows its fields with a value, a changed
-- one the fields that differ, and of a secret only that it is set. No entry if only hidden columns differ or if the
-- object was deleted before. The setting fingerpost.actor names the actor of the change; its `of` names the actors of
-- single rows by the addresses of their links, for a statement that serves several requests.
create function audit() returns trigger language plpgsql set timezone = 'UTC' as $$
#variable_conflict use_variable
declare
  given  jsonb := coalesce(nullif(current_setting('fingerpost.actor', true), ''), '{}');
  kind   text := tg_argv[0];
  team   text := tg_argv[1];
  hidden text[] := tg_argv[2]::text[] || array['id', 'org_id', 'user_id', 'created_at', 'updated_at'];
  secret text[] := tg_argv[3];
  ends   text := tg_argv[4];
  object text := tg_argv[5];
  person text := tg_argv[6];
  zeros  text[] := tg_argv[7];
  olds   jsonb[];
  news   jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(new_rows)) into news from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(old_rows)) into olds from old_rows;
  else
    select array_agg(to_jsonb(old_rows)), array_agg(to_jsonb(new_rows)) into olds, news
    from old_rows join new_rows using (id);
  end if;
  insert into audit_log
  select subject.org_id, audit_id(at), at, coalesce(actor ->> 'kind', 'system'),
    (actor ->> 'id')::bigint, actor ->> 'name', (actor ->> 'user_id')::bigint, actor ->> 'address',
    actor ->> 'request_id', operation, kind, (it ->> object)::bigint,
    coalesce(subject.email, (it ->> 'domain') || '/' || (it ->> 'slug'), nullif(it ->> 'name', ''), it ->> 'title',
      it ->> 'url', it ->> 'email'),
    (
      select jsonb_object_agg(key, case when key = any (secret) and value <> 'null' then '"set"' else value end)
      from jsonb_each(was - hidden)
      where case operation when 'updated' then value is distinct from became -> key
        else value not in ('null', '[]', '""') end
    ),
    (
      select jsonb_object_agg(key, case when key = any (secret) and value <> 'null' then '"set"' else value end)
      from jsonb_each(became - hidden)
      where operation <> 'deleted' and case operation when 'updated' then value is distinct from was -> key
        else value not in ('null', '[]', '""') end
    )
  from (
    select case when was ->> ends is null then was end as was, became, coalesce(became, was) as it,
      clock_timestamp() as at,
      coalesce(given -> 'of' -> ((became ->> 'domain_id') || ' ' || (became ->> 'slug_key')), given) as actor,
      case when was is null then 'created' when became is null or became ->> ends is not null then 'deleted'
        when was ->> ends is not null then 'restored' else 'updated' end as operation
    from (
      select
        was || (select coalesce(jsonb_object_agg(zero, null), '{}') from unnest(zeros) zero where was -> zero = '0'),
        became || (select coalesce(jsonb_object_agg(zero, null), '{}') from unnest(zeros) zero where became -> zero = '0')
      from unnest(olds, news) as stored (was, became)
      offset 0 -- otherwise Postgres repeats both expressions wherever they are used
    ) as change (was, became)
    where case when was ->> ends is not null then became is not null and became ->> ends is null
      else became ->> ends is not null or was - hidden is distinct from became - hidden end
  ) as change, audit_subject(it, team, person) as subject
  where subject.org_id is not null;
  return null;
end $$;

-- Inserts an entry for an event that is not the change of a row. The actor is that of audit().
create function audit_event(org_id bigint, operation text, kind text, object_id bigint, name text,
  after jsonb default null) returns void language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('fingerpost.actor', true), ''), '{}');
  at    timestamptz := clock_timestamp();
begin
  insert into audit_log
  values (org_id, audit_id(at), at, coalesce(actor ->> 'kind', 'system'), (actor ->> 'id')::bigint,
    actor ->> 'name', (actor ->> 'user_id')::bigint, actor ->> 'address', actor ->> 'request_id',
    operation, kind, object_id, name, null, after);
end $$;

-- Records the changes of a table. `team`, `object` and `person` are the columns with the id of the team, of the object
-- and of a person; `hidden` columns are left out; a row whose column `ends` is set is deleted, and restored when it is
-- no longer set; 0 in the columns `zeros` means that there is no value.
create procedure audit_table(
  audited regclass, kind text, team text default 'org_id', hidden text[] default '{}',
  secret text[] default '{}', ends text default '', object text default 'id', person text default '',
  zeros text[] default '{}'
) language plpgsql as $$
declare
  arguments text := format('%L, %L, %L, %L, %L, %L, %L, %L', kind, team, hidden || ends, secret, ends, object,
    person, zeros);
begin
  execute format('create trigger audit_insert after insert on %s referencing new table as new_rows
    for each statement execute function audit(%s)', audited, arguments);
  execute format('create trigger audit_update after update on %s
    referencing old table as old_rows new table as new_rows
    for each statement execute function audit(%s)', audited, arguments);
  execute format('create trigger audit_delete after delete on %s referencing old table as old_rows
    for each statement execute function audit(%s)', audited, arguments);
end $$;
