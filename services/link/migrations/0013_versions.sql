-- Versions are a hybrid clock: microseconds since 1970, and always above the version that the row had.
-- So they keep growing when the database goes back to an earlier state, which takes a sequence with it.
-- What release 0.1 takes from the sequence link_version is replaced here, too.
create function link_version() returns trigger language plpgsql as $$
declare
  clock bigint := extract(epoch from clock_timestamp()) * 1000000;
begin
  new.version := greatest(clock, case when tg_op = 'UPDATE' then old.version + 1 end);
  return new;
end $$;
create trigger links_version before insert or update of version on links
  for each row execute function link_version();

-- Requests to publish every record again, and how far the service has come with each.
create table republications (
  id          bigint generated always as identity primary key,
  after_id    bigint not null default 0, -- links up to this id are done
  records     bigint not null default 0,
  asked_at    timestamptz not null default now(),
  finished_at timestamptz
);
create function republish() returns bigint language sql as
  $$ insert into republications default values returning id $$;

alter function after_restore() rename to recount_links;
-- What was made from other rows or published to other stores is made anew after a restore.
create function after_restore() returns void language plpgsql as $$
begin
  perform recount_links();
  perform republish();
end $$;

-- Repairs addresses that release 0.1 closed when it relayed an old note.
select republish() from links limit 1;
