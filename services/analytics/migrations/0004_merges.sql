-- An insert has a few thousand clicks. Merged by twenty and more, not by five, a click is written anew half as
-- often; and nobody asks for the statistics that a server makes of each column: docs/decisions/0018.
ALTER TABLE clicks_raw_v1
    MODIFY SETTING merge_selector_base = 20, auto_statistics_types = '';
