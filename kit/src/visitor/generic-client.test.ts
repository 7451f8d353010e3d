import { expect, it } from 'vitest'
import { isBot } from './bot.ts'
import { GENERIC_CLIENTS, genericClient } from './generic-client.ts'

it.each(Object.entries(GENERIC_CLIENTS))('%s is %s, and a visitor', (word, name) => {
  for (const agent of [word, word.toUpperCase(), `${word}/1.0`, `${word}/1.0 (x86; linux)`]) {
    expect([agent, genericClient(agent), isBot(agent)]).toEqual([agent, name, false])
  }
})

it.each([
  ['node-superagent/3.8.3', 'Node.js'],
  ['Python/3.12 aiohttp/3.9.5', 'Python'],
  ['libcurl-agent/1.0', 'curl'],
  ['curling/1.0', undefined],
  ['Mozilla/5.0 curl/8', undefined],
  ['constructor/1', undefined],
  ['-', undefined],
  ['', undefined],
])('%j is %s', (agent, name) => expect(genericClient(agent)).toBe(name))
