-- Changes that could not be published are set aside, so that they do not hold up others.
alter table outbox add column due_at timestamptz;
alter table outbox add column tries smallint not null default 0;
