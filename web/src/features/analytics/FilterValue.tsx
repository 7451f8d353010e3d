import { text } from '#messages/analytics-parts.ts'
import { useDomains, useLabels } from '../../api/choices.ts'
import { countryName } from '../../shared/country.rules.ts'
import { useLink } from './choice.queries.ts'
import { NO_FOLDER } from './dimension.rules.ts'

/** The display name of a filter value. */
export function FilterValue({ name, value }: { name: string; value: string }) {
  const { data: domains } = useDomains()
  const { data: folders } = useLabels('folder')
  const { data: tags } = useLabels('tag')
  const { data: link } = useLink(value, name === 'link_id')
  const named = (items: { id: number; name: string }[] = []) =>
    items.find(({ id }) => `${id}` === value)?.name ?? value
  const names: Record<string, () => string> = {
    link_id: () => link?.short_url.replace(/^https?:\/\//, '') ?? value,
    domain_id: () => named(domains?.items),
    folder_id: () => (value === NO_FOLDER ? text.noFolder : named(folders?.items)),
    tag_id: () => named(tags?.items),
    country: () => countryName(value),
  }
  return names[name]?.() ?? value
}
