-- Domains that are being deleted or change how they compare slugs. A link that was on its way meanwhile
-- must not be made, and the check and the insert must not miss each other: the one who changes a domain
-- holds its advisory lock alone, inserts share it. Processes of release 0.1 are held to it, too.
create table domain_changes (
  domain_id      bigint primary key,
  closing        boolean not null,
  case_sensitive boolean,
  until          timestamptz not null
);

create function check_domain_change() returns trigger language plpgsql as $$
declare
  change domain_changes;
begin
  perform pg_advisory_xact_lock_shared(hashtext('domain'), hashint8(new.domain_id));
  select * into change from domain_changes
  where domain_id = new.domain_id and until > clock_timestamp();
  if change.closing then
    raise check_violation using constraint = 'links_domain_open', message = 'the domain is being deleted';
  end if;
  if (change.case_sensitive and new.slug_key <> new.slug)
    or (not change.case_sensitive and new.slug_key = new.slug and new.slug <> lower(new.slug)) then
    raise check_violation using constraint = 'links_domain_case', message = 'the domain compares slugs differently';
  end if;
  return null;
end $$;

create trigger links_domain after insert or update of domain_id on links
for each row execute function check_domain_change();
