-- The trash: deleted links whose slugs are reserved, unless they were deleted permanently.
alter table links add column purged_at timestamptz;
create index links_trash on links (org_id, deleted_at, id) where deleted_at is not null and purged_at is null;

-- A deleted link that becomes a link again is restored; the entry shows its fields with a value, as that of a
-- created link does. Otherwise as in 0032. The constraint is checked for new entries only: old ones satisfy it.
alter table audit_log drop constraint audit_log_operation_check;
alter table audit_log add constraint audit_log_operation_check
  check (operation in ('created', 'updated', 'deleted', 'restored')) not valid;

create or replace function audit() returns trigger language plpgsql set timezone = 'UTC' as $$
#variable_conflict use_variable
declare
  given  jsonb := coalesce(nullif(current_setting('fingerpost.actor', true), ''), '{}');
  kind   text := tg_argv[0];
  team   text := tg_argv[1];
  hidden text[] := tg_argv[2]::text[] || array['id', 'org_id', 'user_id', 'created_at', 'updated_at'];
  secret text[] := tg_argv[3];
  ends   text := tg_argv[4];
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
  select (it ->> team)::bigint, audit_id(at), at, coalesce(actor ->> 'kind', 'system'),
    (actor ->> 'id')::bigint, actor ->> 'name', (actor ->> 'user_id')::bigint, actor ->> 'address',
    actor ->> 'request_id', operation, kind, (it ->> 'id')::bigint,
    coalesce((it ->> 'domain') || '/' || (it ->> 'slug'), nullif(it ->> 'name', ''), it ->> 'title', it ->> 'url'),
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
    from unnest(olds, news) as change (was, became)
    where case when was ->> ends is not null then became is not null and became ->> ends is null
      else became ->> ends is not null or was - hidden is distinct from became - hidden end
  ) as change;
  return null;
end $$;
