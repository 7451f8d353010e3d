-- The release before removes teams without knowing their views.
alter table views
  drop constraint views_org_id_fkey,
  add foreign key (org_id) references organizations on delete cascade;
