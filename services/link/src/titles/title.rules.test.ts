import { expect, it } from 'vitest'
import { charsetOf, isHtml, titleReader } from './title.rules.ts'

/** The title of a page read in chunks, and the number of chunks it took. */
function read(page: string, pieceLength = page.length) {
  const reader = titleReader()
  let pieces = 0
  for (let at = 0; at < page.length; at += pieceLength) {
    pieces++
    if (reader.write(page.slice(at, at + pieceLength))) break
  }
  return { title: reader.title(), pieces }
}

it.each([
  ['<title>Plain</title>', 'Plain'],
  ['<!doctype html><html><head><meta charset=utf-8><TITLE lang=en>A\n  B\t C </TITLE>', 'A B C'],
  ['<title>Fish &amp; Chips &#x1F41F; &lt;b&gt;</title>', 'Fish & Chips 🐟 <b>'],
  ['<title><script>alert(1)</script></title>', '<script>alert(1)</script>'],
  ['<title><b>bold</title>', '<b>bold'],
  ['<script>"<title>no</title>"</script><style><title>no</title></style><title>yes</title>', 'yes'],
  ['<!-- <title>no</title> --><title>yes</title>', 'yes'],
  ['<title>first</title><title>second</title>', 'first'],
  ['<title></title>', ''],
  ['<title>never closed', 'never closed'],
  ['<title>a\u0000b\u0007c\u202ed</title>', 'a b c d'],
  ['<svg><title>icon</title></svg><title>late</title>', ''],
  ['<body><title>late</title>', ''],
  ['<template><title>no</title></template>', ''],
  ['just text', ''],
  ['', ''],
])('of %s is read as %j', (page, title) => {
  expect(read(page).title).toBe(title)
  expect(read(page, 1).title).toBe(title)
})

it('is cut to 255 characters, never inside one', () => {
  expect(read(`<title>${'x'.repeat(1_000_000)}</title>`).title).toBe('x'.repeat(255))
  expect(read(`<title>${'🐟'.repeat(1_000)}</title>`).title).toBe('🐟'.repeat(255))
})

it.each([
  ['a body', '<div>'.repeat(300_000)],
  ['an endless title', `<title>${'x'.repeat(1_000_000)}`],
  ['an endless head', '<noscript>'.repeat(300_000)],
  ['an endless head of empty elements', '<meta>'.repeat(300_000)],
  ['the end of the title', `<title>x</title>${'<meta>'.repeat(300_000)}`],
])('is not searched beyond %s', (_, page) => {
  expect(read(page, 1_000).pieces).toBeLessThan(25)
})

it.each([
  [{ 'content-type': 'text/html' }, true],
  [{ 'content-type': 'Text/HTML; charset=utf-8' }, true],
  [{ 'content-type': 'application/xhtml+xml', 'content-encoding': 'identity' }, true],
  [{ 'content-type': 'text/html', 'content-encoding': 'gzip' }, false],
  [{ 'content-type': 'text/html', 'content-encoding': 'identity, gzip' }, false],
  [{ 'content-type': 'text/htmlx' }, false],
  [{ 'content-type': 'image/svg+xml' }, false],
  [{ 'content-type': 'application/json' }, false],
  [{}, false],
])('is searched in %j: %s', (headers, yes) => {
  expect(isHtml(headers)).toBe(yes)
})

it('uses the charset of the header', () => {
  expect(charsetOf({ 'content-type': 'text/html; charset="windows-1250"' })).toBe('windows-1250')
  expect(charsetOf({ 'content-type': 'text/html' })).toBeUndefined()
})
