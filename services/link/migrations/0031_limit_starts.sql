-- The version of a link when it last got a limit after it had none. Only statistics count the clicks of the
-- time without a limit, so nothing is given out before they have.
alter table links add column limit_started bigint not null default 0;

create function limit_started() returns trigger language plpgsql as $$
begin
  new.limit_started := new.version;
  return new;
end $$;
-- Runs after links_version: triggers run in the order of their names.
create trigger links_version_of_start before update of expires_after on links
  for each row when (old.expires_after = 0 and new.expires_after > 0) execute function limit_started();
