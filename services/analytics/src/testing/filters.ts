import type { Filter } from '@fingerpost/protos/analytics/v1/analytics'
import { where } from './filter.ts'

/** `country is GB DE` as a condition. */
export const conditionOf = (text: string) => {
  const [field = '', operator = '', ...values] = text.split(' ')
  return { field, operator, values }
}
/** All filters, one at a time. */
export const FILTERS: readonly Partial<Filter>[] = [
  ...['PAGE', 'go.example/S1', '%', '_', '\\', "'", 'ünï', 'nowhere', 'a?b'].map((search) => ({
    search,
  })),
  ...[
    ['link_id', 1, 2, 3, 99],
    ['domain_id', 1, 2, 9],
    ['folder_id', 0, 5, 6, 9],
    ['tag_id', 8, 9, 10],
    ['country', 'GB', 'DE', 'ZZ'],
    ['city', "O'Fallon", 'Berlin'],
    ['region', 'England'],
    ['continent', 'Europe'],
    ['browser', 'Firefox', "' OR 1=1 --"],
    ['os', 'Linux'],
    ['device', 'Desktop', 'Bot'],
    ['brand', 'Apple'],
    ['platform', 'Linux'],
    ['language', 'de'],
    ['referer', 'news.example'],
    ['utm_source', 'mail'],
    ['utm_medium', 'social'],
    ['utm_campaign', 'spring'],
    ['utm_term', 'shoes'],
    ['utm_content', 'top'],
    ['utm_reference', 'friend'],
  ].flatMap(([field = '', ...values]) => values.map((value) => where({ [field]: value }))),
  ...[
    ['country is GB DE', 'city is_not Berlin'],
    ['country is_not GB ZZ'],
    ['city contains ber fall', 'language is_not fr'],
    ["browser contains fox ' %"],
    ['utm_source contains AI', 'utm_medium is_not social'],
    ['link_id is 1 3', 'domain_id is_not 9'],
    ['link_id is_not 1', 'domain_id is 1 2'],
    ['folder_id is 0 5'],
    ['folder_id is 5 6'],
    ['folder_id is_not 0'],
    ['folder_id is_not 5 9'],
    ['tag_id is 8 10'],
    ['tag_id is_not 8'],
  ].map((texts) => ({ conditions: { all: texts.map(conditionOf) } })),
]
