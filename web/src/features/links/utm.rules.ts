import { completeUrl } from '../../shared/url-input.rules.ts'
import { UTM } from './link-fields.rules.ts'

export interface SplitUrl {
  url: string
  /** The UTM parameters that were in its query. */
  utm: Partial<Record<(typeof UTM)[number], string>>
}

/** Takes UTM parameters out of the query of a URL; the rest of it stays as it is. */
export function splitUtm(typed: string): SplitUrl {
  const [, before = '', query, fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(completeUrl(typed)) ?? []
  const utm: SplitUrl['utm'] = {}
  const rest = (query ?? '').split('&').filter((pair) => {
    const [[name, value] = ['', '']] = new URLSearchParams(pair)
    const field = UTM.find((it) => it === name)
    if (field) utm[field] ??= value
    return !field
  })
  const remaining = query === undefined || rest.length === 0 ? '' : `?${rest.join('&')}`
  return { url: `${before}${remaining}${fragment}`, utm }
}
