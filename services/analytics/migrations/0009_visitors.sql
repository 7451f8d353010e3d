-- Number of the visitor on the UTC day of the click: a hash with a salt that is destroyed after that day. 0 means
-- unknown; clicks of earlier releases have it.
ALTER TABLE clicks_raw_v1 ADD COLUMN IF NOT EXISTS visitor UInt64 DEFAULT 0;
