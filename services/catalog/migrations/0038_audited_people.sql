-- A row with a team is shown to that team, one without to every team of its person.
create or replace function audit_subject(it jsonb, team text, person text)
returns table (org_id bigint, email text) language sql stable as $$
  select coalesce((it ->> team)::bigint, m.org_id), u.email
  from (select (it ->> person)::bigint as id) as of
    left join users u on u.id = of.id
    left join memberships m on m.user_id = of.id and team = ''
$$;

-- An id for the audit log, the invitation that the person accepted, and whether links of others are out of reach.
alter table memberships
  add column id             bigint generated always as identity unique,
  add column invitation_id  bigint,
  add column own_links_only boolean not null default false,
  add constraint memberships_own_links check (not own_links_only or role = 'editor');
alter table invitations
  add column own_links_only boolean not null default false,
  add constraint invitations_own_links check (not own_links_only or role = 'editor');

-- Refused sign-ins are entries, too.
alter table audit_log drop constraint audit_log_operation_check,
  add check (operation in ('created', 'updated', 'deleted', 'refused'));

call audit_table('memberships', 'member', object => 'user_id', person => 'user_id');
call audit_table('invitations', 'invitation', hidden => '{sha256}');
call audit_table('users', 'account', team => '', person => 'id', secret => '{password_hash}', hidden => '{email_key}');
call audit_table('sessions', 'session', team => '', person => 'user_id', hidden => '{sha256,seen_at}');

-- The version that the next change of a domain gets; a deleted row cannot take it from the trigger.
create function domain_version_after(version bigint) returns bigint language sql volatile as $$
  select greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint, version + 1)
$$;
