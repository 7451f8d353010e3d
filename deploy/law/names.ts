/** Words with a standard term, which names of code and files use instead. */
const TERMS = new Map([
  ['told', 'reported'],
  ['untold', 'unreported'],
  ['said', 'text or message'],
  ['says', 'text or message'],
  ['wish', 'request'],
  ['wishes', 'signals or requests'],
  ['wished', 'requested'],
  ['hurry', 'forceStop or runNow'],
  ['surroundings', 'context'],
  ['asker', 'caller'],
  ['patiently', 'withRetry'],
  ['grown', 'growth'],
  ['welcome', 'handle'],
  ['introduce', 'authenticate'],
  ['lacks', 'missing'],
  ['spent', 'exhausted'],
  ['insider', 'internal client'],
  ['kept', 'stored'],
  ['room', 'capacity'],
  ['ripen', 'flush'],
])

/** Fields and problem codes of the API. */
const API = ['kept', 'idempotency_answer_not_kept']

/** The word of a name that has a standard term, and that term: `room (capacity)`. */
export function oldWordOf(name: string): string | undefined {
  if (API.includes(name)) return undefined
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  const found = words.find((it) => TERMS.has(it) || TERMS.has(it.replace(/s$/, '')))
  return found && `${found} (${TERMS.get(found) ?? TERMS.get(found.replace(/s$/, ''))})`
}
