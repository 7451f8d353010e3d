import { expect, it } from 'vitest'
import { refererOf } from './referer.ts'

it.each([
  ['https://www.google.com/search?q=x', 'google.com'],
  ['https://News.Example:8443/a', 'news.example'],
  ['http://user:secret@www.example.com/', 'example.com'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://www./', 'www.'],
  ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['', ''],
  ['javascript:alert(1)', ''],
  ['about:blank', ''],
  ['not a url', ''],
  ['//example.com/', ''],
  ['http://', ''],
])('the referer %j is from %j', (referer, host) => {
  expect(refererOf(referer)).toBe(host)
})

it('is never longer than a host name', () => {
  expect(refererOf(`x://${'a'.repeat(2_000)}/`)).toHaveLength(255)
})
