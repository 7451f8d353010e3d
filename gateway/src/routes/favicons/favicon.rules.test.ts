import { expect, it } from 'vitest'
import { imageTypeOf, letterIcon } from './favicon.rules.ts'

it.each([
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\r'],
  ['image/x-icon', '\0\0\x01\0\x01\0\x10\x10'],
  ['image/gif', 'GIF89a\x01\0'],
  ['image/jpeg', '\xff\xd8\xff\xe0'],
  ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  [undefined, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  [undefined, '<!doctype html>'],
  [undefined, 'GIF8'],
  [undefined, 'RIFF\x24\0\0\0WAVEfmt '],
  [undefined, ''],
])('%s is what begins with %j', (type, text) => {
  expect(imageTypeOf(Buffer.from(text, 'latin1'))).toBe(type)
})

it.each([
  ['www.example.com', 'E'],
  ['xn--e1afmkfd.example', 'X'],
  ['<script>', 'S'],
  ['[::1]', '1'],
  ['-', '•'],
])('the letter of %s is %s, the same each time', (host, letter) => {
  expect(letterIcon(host)).toContain(`>${letter}</text>`)
  expect(letterIcon(host)).toBe(letterIcon(host))
  expect(letterIcon(host)).not.toContain('<script')
})
