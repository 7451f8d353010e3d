import { expect, it } from 'vitest'
import { clickhouseAt } from './clickhouse-url.ts'

it('user and password of a URL become headers', () => {
  const { target, headers } = clickhouseAt('https://me:p%40ss@ch:8443/?secure=1')
  expect(target.href).toBe('https://ch:8443/?secure=1')
  expect(headers).toEqual({ 'x-clickhouse-user': 'me', 'x-clickhouse-key': 'p@ss' })
})

it('a URL without a user sends no headers', () => {
  expect(clickhouseAt('http://ch:8123').headers).toEqual({})
})
