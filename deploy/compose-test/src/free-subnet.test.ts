import { expect, it } from 'vitest'
import { freeSubnet } from './free-subnet.ts'

const route = (destination: string) => `br-1\t${destination}\t00000000\t0001\t0\t0\t0\t00FFFFFF\n`

it.each([
  ['the first, without any route', '', '10.214.0.0/24'],
  [
    'the first, beside routes of other networks',
    route('000010AC') + route('00000000'),
    '10.214.0.0/24',
  ],
  ['the next one, if a bridge has the first', route('0000D60A'), '10.215.0.0/24'],
  [
    'the next one, if the first is used in part',
    route('0001D60A') + route('0000D70A'),
    '10.216.0.0/24',
  ],
])('a free subnet is %s', (_, routes, subnet) => {
  expect(freeSubnet(routes)).toBe(subnet)
})
