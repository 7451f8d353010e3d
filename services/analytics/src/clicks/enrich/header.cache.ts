import type { Hints } from '@fingerpost/protos/click/v1/click'
import { LRUCache } from 'lru-cache'
import { type Agent, agentOf } from './agent.rules.ts'
import { languageOf } from './language.rules.ts'

const agents = new LRUCache<string, Agent>({ max: 10_000 })
const languages = new LRUCache<string, string>({ max: 5_000 })

/** `agentOf`, kept for recent agents. */
export const cachedAgentOf = (userAgent: string, hints?: Hints): Agent =>
  getOrSet(agents, hints ? JSON.stringify([userAgent, hints]) : userAgent, () =>
    agentOf(userAgent, hints),
  )

/** `languageOf`, kept for recent headers. */
export const cachedLanguageOf = (acceptLanguage: string): string =>
  getOrSet(languages, acceptLanguage, () => languageOf(acceptLanguage))

function getOrSet<T extends {}>(cache: LRUCache<string, T>, key: string, compute: () => T): T {
  const known = cache.get(key)
  if (known !== undefined) return known
  const value = compute()
  cache.set(key, value)
  return value
}
