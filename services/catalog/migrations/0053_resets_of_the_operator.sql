-- A person has at most one token by email and one of the operator: a request by email, which anybody can make, leaves
-- the operator's token valid.
alter table password_resets drop constraint password_resets_pkey;
create unique index password_resets_mailed on password_resets (user_id) where mailed_at is not null;
create unique index password_resets_of_operator on password_resets (user_id) where mailed_at is null;
