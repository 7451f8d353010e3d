import { expect, it } from 'vitest'
import { makeClick } from '../testing/stack.ts'
import { givenColumns } from './click.repository.ts'
import { readClick } from './click.rules.ts'
import { enrichment } from './steps.worker.ts'

const derive = (fields: Parameters<typeof makeClick>[0], precision: 'full' | 'none' = 'full') => {
  const click = readClick(makeClick(fields), Date.now())
  const located: string[] = []
  const geoip = {
    locate(ip: string) {
      located.push(ip)
      return { record: { country: { iso_code: 'DE' } } as never, network: '' }
    },
  }
  const row = givenColumns(click)
  for (const step of enrichment(geoip, precision)) Object.assign(row, step.derive(click, row))
  return { row, located }
}

it('an address is located before it is truncated', () => {
  const { row, located } = derive({ ip: '203.0.113.77' }, 'none')
  expect(located).toEqual(['203.0.113.77'])
  expect(row).toMatchObject({ ip: '', country: 'DE', is_eu: true })
})

it('the place of a click takes precedence over its address', () => {
  const place = { continent: 'Europe', country: 'FR', region: '', city: 'Paris' }
  const { row, located } = derive({ ip: '203.0.113.0', place })
  expect(located).toEqual([])
  expect(row).toMatchObject({ ip: '203.0.113.0', country: 'FR', city: 'Paris', is_eu: true })
})

it('a bot has the device class Bot regardless of its user agent', () => {
  const { row } = derive({
    user_agent:
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  })
  expect(row).toMatchObject({ is_bot: true, device: 'Bot', is_mobile: false, os: 'Android' })
})

it('a generic client is a visitor on an unknown device', () => {
  expect(derive({ user_agent: 'curl/8.5.0' }).row).toMatchObject({
    is_bot: false,
    device: 'Unknown',
    browser: 'curl',
  })
})

it('a click without a user agent is from a bot', () => {
  expect(derive({ user_agent: '' }).row).toMatchObject({ is_bot: true, device: 'Bot' })
})

it('a click whose visitor opted out has neither variant nor trigger', () => {
  const blank = { url: '', variant: '', trigger: '', ip: '', user_agent: 'Mozilla/5.0' }
  const place = { continent: 'Europe', country: 'FR', region: '', city: '' }
  const { row } = derive({ ...blank, place, opted_out: true })
  const empty = { url: '', variant: '', trigger: '', ip: '', browser: '', city: '' }
  expect(row).toMatchObject({ ...empty, opted_out: true, is_bot: false, country: 'FR' })
  expect(derive({}).row).toMatchObject({ variant: 'main', trigger: 'link', opted_out: false })
})
