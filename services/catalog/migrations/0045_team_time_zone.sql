-- The time zone in which a team reads its analytics. Null: that of each person.
alter table organizations add column time_zone text;
