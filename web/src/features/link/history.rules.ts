import { fieldName } from '../../shared/field-name.rules.ts'
import type { Entry } from './link-page.queries.ts'

/** The labels of fields in the form, where they differ from the API. */
const LABELS: Readonly<Record<string, string>> = {
  url: 'destination',
  domain_id: 'domain',
  folder_id: 'folder',
  expires_at: 'expiry date',
  expires_after: 'click limit',
  expire_url: 'destination after expiry',
  redirect_code: 'redirect code',
  ab: 'A/B variants',
  geo: 'countries',
  ios: 'destination on iOS',
  android: 'destination on Android',
}

const OPERATIONS: Readonly<Record<string, string>> = {
  created: 'Created',
  deleted: 'Deleted',
  restored: 'Restored from the trash',
}

/** What happened, in words. */
export function sayChange({ operation, before, after }: Entry): string {
  const known = OPERATIONS[operation]
  if (known) return known
  const names = Object.keys({ ...before, ...after }).filter(
    (name, _, all) => !(name === 'domain_id' && all.includes('domain')),
  )
  const said = names.map((name) => LABELS[name] ?? fieldName(name).toLowerCase())
  return `Changed ${said.join(', ')}`
}

/** The changed text of an entry that changed one, such as its destination. */
export function textChange({ operation, before, after }: Entry): [string, string] | undefined {
  if (operation !== 'updated') return undefined
  for (const name of ['url', 'title', 'slug']) {
    const [was, is] = [before?.[name], after?.[name]]
    if (typeof was === 'string' && typeof is === 'string') return [was, is]
  }
  return undefined
}

const KINDS: Readonly<Record<string, string>> = {
  key: 'an API key',
  user: 'a member',
  operator: 'the operator',
  system: 'Fingerpost',
}

/** The actor of an entry. */
export const sayActor = ({ actor }: Entry): string =>
  actor.name || (KINDS[actor.kind] ?? 'somebody')
