-- Changing the team and erasing clicks have scopes of their own. A key that could do both and manage members gets
-- them; a key that was handed over loses them.
update api_keys set scopes = scopes || '{team:write,click:erase}'
  where revoked_at is null and scopes @> '{catalog:write,member:write}'
  and not scopes && '{team:write,click:erase}';
