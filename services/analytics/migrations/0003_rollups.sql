-- Clicks added up in advance, for teams of tens of millions: docs/decisions/0017. Each is part of the data
-- part it sums up, made when parts are merged, so it can never be out of step with the rows.
-- src/reports/rollup.rules.ts knows which question is asked of which.
ALTER TABLE clicks_raw_v1
    MODIFY SETTING lightweight_mutation_projection_mode = 'rebuild';

ALTER TABLE clicks_raw_v1 ADD PROJECTION IF NOT EXISTS clicks_per_quarter
(
    SELECT org_id, is_bot, toStartOfFifteenMinutes(created_at), count()
    GROUP BY org_id, is_bot, toStartOfFifteenMinutes(created_at)
);

ALTER TABLE clicks_raw_v1 ADD PROJECTION IF NOT EXISTS agents_per_day
(
    SELECT org_id, is_bot, toStartOfDay(created_at),
        browser, os, device, platform, brand, language, count()
    GROUP BY org_id, is_bot, toStartOfDay(created_at),
        browser, os, device, platform, brand, language
);

ALTER TABLE clicks_raw_v1 ADD PROJECTION IF NOT EXISTS referers_per_day
(
    SELECT org_id, is_bot, toStartOfDay(created_at), domain_id, domain, referer, count()
    GROUP BY org_id, is_bot, toStartOfDay(created_at), domain_id, domain, referer
);

ALTER TABLE clicks_raw_v1 ADD PROJECTION IF NOT EXISTS campaigns_per_day
(
    SELECT org_id, is_bot, toStartOfDay(created_at),
        utm_source, utm_medium, utm_campaign, utm_term, utm_content, utm_reference, count()
    GROUP BY org_id, is_bot, toStartOfDay(created_at),
        utm_source, utm_medium, utm_campaign, utm_term, utm_content, utm_reference
);

ALTER TABLE clicks_raw_v1 ADD PROJECTION IF NOT EXISTS places_per_month
(
    SELECT org_id, is_bot, toStartOfMonth(created_at), continent, country, region, city, count()
    GROUP BY org_id, is_bot, toStartOfMonth(created_at), continent, country, region, city
);

ALTER TABLE clicks_raw_v1 ADD PROJECTION IF NOT EXISTS places_per_day
(
    SELECT org_id, is_bot, toStartOfDay(created_at), continent, country, region, city, count()
    GROUP BY org_id, is_bot, toStartOfDay(created_at), continent, country, region, city
);

ALTER TABLE clicks_raw_v1 ADD PROJECTION IF NOT EXISTS links_per_month
(
    SELECT org_id, link_id, is_bot, toStartOfMonth(created_at), domain_id, sipHash64(url),
        url, short_url, count(), max(created_at)
    GROUP BY org_id, link_id, is_bot, toStartOfMonth(created_at), domain_id, sipHash64(url),
        url, short_url
);

ALTER TABLE clicks_raw_v1 ADD PROJECTION IF NOT EXISTS links_per_day
(
    SELECT org_id, link_id, is_bot, toStartOfDay(created_at), domain_id, sipHash64(url), count()
    GROUP BY org_id, link_id, is_bot, toStartOfDay(created_at), domain_id, sipHash64(url)
);

ALTER TABLE clicks_raw_v1 MATERIALIZE PROJECTION clicks_per_quarter;
ALTER TABLE clicks_raw_v1 MATERIALIZE PROJECTION agents_per_day;
ALTER TABLE clicks_raw_v1 MATERIALIZE PROJECTION referers_per_day;
ALTER TABLE clicks_raw_v1 MATERIALIZE PROJECTION campaigns_per_day;
ALTER TABLE clicks_raw_v1 MATERIALIZE PROJECTION places_per_month;
ALTER TABLE clicks_raw_v1 MATERIALIZE PROJECTION places_per_day;
ALTER TABLE clicks_raw_v1 MATERIALIZE PROJECTION links_per_month;
ALTER TABLE clicks_raw_v1 MATERIALIZE PROJECTION links_per_day;
