-- Number of the visitor on the UTC day of the click: a hash with a salt that is destroyed after that day. 0: unknown, as
-- in all clicks of earlier releases.
ALTER TABLE clicks_raw_v1 ADD COLUMN IF NOT EXISTS visitor UInt64 DEFAULT 0;
