import { text } from '#messages/keys.ts'
import { text as words } from '#messages/shared.ts'
import type { KeyForm } from './key.queries.ts'

export const KEY_LABELS: Readonly<Record<keyof KeyForm, string>> = {
  name: words.name,
  scopes: text.permissions,
  expires_at: text.expires,
}
