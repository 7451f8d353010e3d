import { text } from '#messages/domains.ts'
import type { DomainForm } from './domain.queries.ts'

export const DOMAIN_LABELS: Readonly<Record<keyof DomainForm, string>> = {
  ...text.settings,
  is_default: text.defaultDomain,
  case_sensitive: text.caseSensitive,
  allow_preview: text.allowPreview,
}
