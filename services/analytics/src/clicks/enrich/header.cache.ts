import { type Agent, agentOf } from '@fingerpost/kit/visitor/agent'
import { refererOf } from '@fingerpost/kit/visitor/referer'
import type { Hints } from '@fingerpost/protos/click/v1/click'
import { LRUCache } from 'lru-cache'
import { languageOf } from './language.rules.ts'

const agents = new LRUCache<string, Agent, [userAgent: string, hints: Hints | undefined]>({
  max: 10_000,
  memoMethod: (_key, _stale, { context }) => agentOf(...context),
})
const languages = new LRUCache<string, string>({ max: 5_000, memoMethod: languageOf })
const referers = new LRUCache<string, string>({ max: 5_000, memoMethod: refererOf })

/** `agentOf` with an LRU cache. */
export const cachedAgentOf = (userAgent: string, hints?: Hints): Agent =>
  agents.memo(hints ? JSON.stringify([userAgent, hints]) : userAgent, {
    context: [userAgent, hints],
  })

/** `languageOf` with an LRU cache. */
export const cachedLanguageOf = (acceptLanguage: string): string => languages.memo(acceptLanguage)

/** `refererOf` with an LRU cache. */
export const cachedRefererOf = (referer: string): string => referers.memo(referer)
