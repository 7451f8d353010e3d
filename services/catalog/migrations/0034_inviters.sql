-- Who made an invitation, which is valid only while they could still make it. Null: made before this column.
alter table invitations add column user_id bigint references users on delete cascade;
