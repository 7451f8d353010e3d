import { usePerson } from './me.ts'
import { teamOfKey } from './session.ts'

/** Whose drafts these are: another person, or a key of another team, does not get them. */
export function useDraftOwner(): string {
  const person = usePerson()
  return person ? `person-${person.id}` : `key-${teamOfKey()}`
}
