-- The version of a link when its limit was last changed: redirect's counter then asks before it gives
-- out more, because clicks without a limit were not counted by it. What release 0.1 changes counts, too.
alter table links add column limit_version bigint not null default 0;
-- The change that clicks were last counted anew for.
alter table link_clicks add column limit_version bigint not null default 0;

create function limit_version() returns trigger language plpgsql as $$
begin
  new.limit_version := new.version;
  return new;
end $$;
-- Runs after links_version: triggers run in the order of their names.
create trigger links_version_of_limit before update of expires_after on links
  for each row when (new.expires_after <> old.expires_after) execute function limit_version();
