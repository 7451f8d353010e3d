-- Changing the team and erasing clicks have scopes of their own, team:write and click:erase. No key gets them here:
-- scopes never change by a migration.
select 1;
