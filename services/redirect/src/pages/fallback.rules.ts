import type { Answer } from '@fingerpost/kit/page'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { headerUrl } from '../visits/url.rules.ts'
import { PAGES } from './notice.rules.ts'
import { redirectAnswer } from './redirect.rules.ts'

/** What stands at the root of a domain. */
export const rootOf = (domain: DomainRecord): Answer => redirectTo(domain.root_url) ?? PAGES.home

/** What is asked for and never was. */
export const unknownOn = (domain: DomainRecord): Answer =>
  redirectTo(domain.not_found_url) ?? PAGES.notFound

/** A way out that is no short link: nobody keeps it. */
export function redirectTo(url: string | undefined): Answer | undefined {
  const location = url && headerUrl(url)
  return location ? redirectAnswer(302, location, 'no-store') : undefined
}
