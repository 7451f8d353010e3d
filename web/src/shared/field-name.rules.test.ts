import { expect, it } from 'vitest'
import { fieldName, sentenceOf } from './field-name.rules.ts'

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

it.each([
  ['must be a host name', 'URL must be a host name.'],
  ['is required.', 'URL is required.'],
  ['The percentages add up to 120.', 'The percentages add up to 120.'],
])('what is wrong with a field is a sentence: %s', (detail, sentence) => {
  expect(sentenceOf('URL', detail)).toBe(sentence)
})
