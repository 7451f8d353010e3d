import { expect, it } from 'vitest'
import { reachable } from './stack.ts'

it.each([
  ['127.0.0.1', 'localhost'],
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['192.0.2.1', '192.0.2.1'],
  ['fd00::2', '[fd00::2]'],
  ['go.example.com', 'go.example.com'],
])('the host of %s in URLs is %s', (address, host) => {
  expect(reachable(address)).toBe(host)
  expect(new URL(`http://${host}:8080`).hostname).toBe(host)
})
