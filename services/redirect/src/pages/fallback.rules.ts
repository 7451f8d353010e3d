import type { Answer } from '@fingerpost/kit/visitor/page'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { headerUrl } from '../links/url.rules.ts'
import { PAGES } from './notice.rules.ts'
import { redirectAnswer } from './redirect.rules.ts'

/** The answer at the root of a domain. */
export const rootOf = (domain: DomainRecord): Answer => redirectTo(domain.root_url) ?? PAGES.home

/** The answer for an unknown link. */
export const unknownOn = (domain: DomainRecord): Answer =>
  redirectTo(domain.not_found_url) ?? PAGES.notFound

/** An uncached redirect to a URL that is not a short link's destination. */
export function redirectTo(url: string | undefined): Answer | undefined {
  const location = url && headerUrl(url)
  return location ? redirectAnswer(302, location, 'no-store') : undefined
}
