import { text } from '#messages/link.ts'
import { fieldName } from '../../shared/field-name.rules.ts'
import { LABELS } from '../links/link-fields.rules.ts'
import type { Entry } from './link-page.queries.ts'

const OPERATIONS: Readonly<Record<string, string>> = text.history.operations
const ACTORS: Readonly<Record<string, string>> = text.history.actors

/** What happened, in words. */
export function sayChange({ operation, before, after }: Entry): string {
  const known = OPERATIONS[operation]
  if (known) return known
  const names = Object.keys({ ...before, ...after }).filter(
    (name, _, all) => !(name === 'domain_id' && all.includes('domain')),
  )
  return text.history.changed(names.map((name) => fieldName(name, LABELS)).join(', '))
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

/** The actor of an entry. */
export const sayActor = ({ actor }: Entry): string =>
  actor.name || (ACTORS[actor.kind] ?? text.history.somebody)
