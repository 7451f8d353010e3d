-- What the owner of a domain puts into DNS to prove that it is theirs.
alter table domains add column verify_token uuid not null default gen_random_uuid();
