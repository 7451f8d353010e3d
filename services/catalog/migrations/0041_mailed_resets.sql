-- When the token was sent by e-mail. Null: created by the operator.
alter table password_resets add column mailed_at timestamptz;
