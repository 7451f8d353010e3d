-- Versions are a hybrid clock, as those of links are: microseconds since 1970, and always above the
-- version that the row had. What release 0.1 takes from the sequence domain_version is replaced, too.
create function domain_version() returns trigger language plpgsql as $$
declare
  clock bigint := extract(epoch from clock_timestamp()) * 1000000;
begin
  new.version := greatest(clock, case when tg_op = 'UPDATE' then old.version + 1 end);
  return new;
end $$;
create trigger domains_version before insert or update of version on domains
  for each row execute function domain_version();

-- Requests to publish every domain again.
create table republications (
  id          bigint generated always as identity primary key,
  records     bigint not null default 0,
  asked_at    timestamptz not null default now(),
  finished_at timestamptz
);
create function republish() returns bigint language sql as
  $$ insert into republications default values returning id $$;
create function after_restore() returns void language plpgsql as $$ begin perform republish(); end $$;
