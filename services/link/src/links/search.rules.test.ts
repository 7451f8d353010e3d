import { expect, it } from 'vitest'
import { matchAddresses } from './search.rules.ts'

const domains = [
  { id: 1, name: 'go.example' },
  { id: 2, name: 'my.go.example' },
]
const match = (text: string, base = { scheme: 'https', port: 0 }) =>
  matchAddresses(text, domains, base)

it('a text in the address of a domain matches all of its links', () => {
  expect(match('GO.exa').domainIds).toEqual([1, 2])
  expect(match('//my.').domainIds).toEqual([2])
  expect(match('example:8080/').domainIds).toEqual([])
  expect(match('example:8080/', { scheme: 'http', port: 8080 }).domainIds).toEqual([1, 2])
  expect(match('https://go.example/').startDomainIds).toEqual([])
})

it('a text that spans domain and slug determines how the slug begins', () => {
  expect(match('https://GO.example/Spring')).toEqual({
    domainIds: [],
    startDomainIds: [1],
    slugStart: 'Spring',
  })
  expect(match('go.example/s')).toMatchObject({ startDomainIds: [1, 2], slugStart: 's' })
  expect(match('/s')).toMatchObject({ startDomainIds: [1, 2], slugStart: 's' })
  expect(match('other.example/s').startDomainIds).toEqual([])
  expect(match('spring')).toMatchObject({ domainIds: [], startDomainIds: [] })
})
