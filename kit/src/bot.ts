import { createIsbotFromList, list } from 'isbot'
import { LRUCache } from 'lru-cache'
import { genericClient } from './generic-client.ts'
import { OWN_BOTS } from './own-bots.ts'

/**
 * Patterns of `isbot` that name nobody but take every short agent of an unknown form for a bot
 * (`MyShop/1.0`). Whoever is not named is a visitor.
 */
const NAMELESS = new Set([
  '^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)',
  '^[\\w\\-]+/[\\w]+$',
  '^[^ ]{50,}$',
  '^\\w+/[\\w\\(\\)]*$',
  '^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$',
])
const isNamedRobot = createIsbotFromList(list.filter((pattern) => !NAMELESS.has(pattern)))

/**
 * What makes a generic client a named robot after all: `python-requests/2 (compatible; XBot/1)`. That
 * node-fetch tells where it is from is its habit.
 */
const ROBOT_WORD =
  /bot\b|crawl|spider|slurp|preview|monitor|scan|\+https?:(?!\/\/github\.com\/(?:bitinn|node-fetch)\/node-fetch)/i

const AGENT_LENGTH = 512
const known = new LRUCache<string, boolean>({ max: 5_000 })

/**
 * Whether an agent names a crawler, a preview fetcher or a scanner, or nothing at all. Looks at the
 * first 512 characters; the answer for an agent seen lately costs a map read.
 */
export function isBot(userAgent: string): boolean {
  const agent = userAgent.slice(0, AGENT_LENGTH).trim()
  if (agent === '') return true
  let bot = known.get(agent)
  if (bot === undefined) {
    bot =
      OWN_BOTS.test(agent) || (genericClient(agent) ? ROBOT_WORD.test(agent) : isNamedRobot(agent))
    known.set(agent, bot)
  }
  return bot
}
