-- Any number of teams may claim a name; one of them can prove it.
drop index domains_name;
create unique index domains_name on domains (name) where verified;
create unique index domains_claim on domains (org_id, name);
create index domains_claimed on domains (name);

-- proven_by is null on a verified domain that release 0.1 has verified: it becomes 'dns' when its proof is
-- found, and is not lost when it is not. Claims of release 0.1 get the full time from now on.
alter table domains
  add column proven_by     text check (proven_by in ('dns', 'operator')),
  add column claimed_at    timestamptz not null default now(),
  add column checked_at    timestamptz,
  add column failing_since timestamptz;
create index domains_checked on domains (checked_at nulls first);

-- Names of verified domains that were deleted: no other team can prove them before `until`.
create table held_names (
  name   text primary key,
  org_id bigint not null references organizations,
  until  timestamptz not null
);

-- Processes of release 0.1 rely on the constraint domains_name for names of other teams.
create function refuse_proven_name() returns trigger language plpgsql as $$
begin
  if exists (select from domains where name = new.name and verified and org_id <> new.org_id) then
    raise unique_violation using constraint = 'domains_name', message = 'the name is verified for another team';
  end if;
  return new;
end $$;
create trigger domains_proven_name before insert on domains
for each row execute function refuse_proven_name();
