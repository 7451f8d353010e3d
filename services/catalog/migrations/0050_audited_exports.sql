-- Exports of a team's data are entries, too.
alter table audit_log drop constraint audit_log_operation_check,
  add check (operation in ('created', 'updated', 'deleted', 'refused', 'exported'));
