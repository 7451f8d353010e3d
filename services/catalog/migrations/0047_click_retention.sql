-- Months for which a team keeps its clicks. Null: as long as the operator.
alter table organizations add column click_retention_months integer;
