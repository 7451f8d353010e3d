import { expect, it } from 'vitest'
import { qrNames } from './qr-names.rules.ts'

const named = (id: string, domain: string, slug: string) => ({ id, domain, slug })

it('QR codes are named by slug, and by domain if there are several', () => {
  const links = [named('1', 'a.example', 'x'), named('2', 'a.example', 'y')]
  expect([...qrNames(links, 'svg').values()]).toEqual(['x.svg', 'y.svg'])
  expect([...qrNames([...links, named('3', 'b.example', 'x')], 'png').values()]).toEqual([
    'a.example/x.png',
    'a.example/y.png',
    'b.example/x.png',
  ])
})

it('no two names are equal where case is ignored', () => {
  const links = [named('1', 'a.example', 'Full'), named('2', 'a.example', 'full')]
  expect([...qrNames(links, 'svg').values()]).toEqual(['Full.svg', 'full-2.svg'])
})

it('no two names are equal where a slug ends like a name with an id', () => {
  const slugs = [named('1', 'a.example', 'A-5'), named('2', 'a.example', 'a')]
  const links = [...slugs, named('5', 'a.example', 'A')]
  expect([...qrNames(links, 'svg').values()]).toEqual(['A-5.svg', 'a.svg', 'A-5-5.svg'])
})
