-- The visitor sent Sec-GPC or DNT, and HONOUR_GPC was set: columns that describe the visitor, except the country, are
-- empty.
ALTER TABLE clicks_raw_v1 ADD COLUMN IF NOT EXISTS opted_out Bool DEFAULT false;
