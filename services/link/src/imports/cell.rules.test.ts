import { LISTS_BYTES } from '@fingerpost/protos/redirect-rules'
import { expect, it } from 'vitest'
import { readVariants } from './cell.rules.ts'

it.each([
  ['geo', { geo: 9 }],
  ['ab', { ab: 9 }],
  ['geo', { ab: 1, geo: 9 }],
  ['ab', { ab: 9, geo: 1 }],
])('of lists that are too large together, the error names the largest: %s of %j', (field, of) => {
  const items = {
    ab: { url: 'https://e.com/', percent: 1 },
    geo: { url: 'https://e.com/', country: 'DE' },
  }
  const countries = ['DE', 'FR', 'IT', 'ES', 'AT', 'CH', 'NL', 'BE', 'PL']
  const cells = Object.fromEntries(
    Object.entries(of).map(([name, length]) => [
      name,
      JSON.stringify(
        countries.slice(0, length).map((country) => ({
          ...items[name as 'ab' | 'geo'],
          ...(name === 'geo' && { country }),
          url: `https://e.com/${'x'.repeat(LISTS_BYTES / 9)}`,
        })),
      ),
    ]),
  )

  expect(readVariants(cells)).toMatchObject({ field, code: 'too_long' })
})
