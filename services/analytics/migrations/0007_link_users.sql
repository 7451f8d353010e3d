-- The user who created the link, for people who may see the clicks of their own links only. 0: recorded by a
-- release that did not know it.
ALTER TABLE links_v1 ADD COLUMN IF NOT EXISTS user_id UInt64 DEFAULT 0;
