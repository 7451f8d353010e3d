import { expect, it } from 'vitest'
import { fieldName } from './field-name.rules.ts'

const LABELS = { url: 'Destination', utm_source: 'utm_source' }

it.each([
  ['url', 'Destination'],
  ['items.0.url', 'Destination 1'],
  ['utm_source', 'utm_source'],
  ['slug_length', 'Slug length'],
  ['image_url', 'Image URL'],
  ['', ''],
])('the field %j is called %j', (field, name) => {
  expect(fieldName(field, LABELS)).toBe(name)
})

it('a field without a label is spelled as a person would', () => {
  expect(fieldName('url')).toBe('URL')
  expect(fieldName('email')).toBe('Email')
})
