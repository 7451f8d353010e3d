import { describe, expect, it } from 'vitest'
import { completeUrl, hostOf } from './url-input.rules.ts'

describe('a typed URL', () => {
  it.each([
    ['brightwell.co/new-roast', 'https://brightwell.co/new-roast'],
    [' brightwell.co ', 'https://brightwell.co'],
    ['brightwell.co:8080/a?b#c', 'https://brightwell.co:8080/a?b#c'],
    ['//brightwell.co/a', 'https://brightwell.co/a'],
    ['köln.example', 'https://köln.example'],
    ['http://brightwell.co', 'http://brightwell.co'],
    ['mailto:ann@brightwell.co', 'mailto:ann@brightwell.co'],
    ['myapp://open', 'myapp://open'],
    ['brightwell', 'brightwell'],
    ['1.5', '1.5'],
    ['', ''],
  ])('%j is completed to %j', (typed, url) => {
    expect(completeUrl(typed)).toBe(url)
  })

  it.each([
    ['https://Go.brightwell.co/', 'Go.brightwell.co'],
    ['go.brightwell.co:443/a?b', 'go.brightwell.co'],
    [' go.brightwell.co ', 'go.brightwell.co'],
  ])('%j names the host %j', (typed, host) => {
    expect(hostOf(typed)).toBe(host)
  })
})
