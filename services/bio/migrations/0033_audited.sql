call audit_table('bio_pages', 'bio_page');
call audit_table('bio_links', 'bio_link');
