import { expect, it } from 'vitest'
import { Lifecycle } from './lifecycle.ts'
import { createLog } from './log.ts'

it('closes in reverse order, and continues if one close fails', async () => {
  const closed: string[] = []
  const lifecycle = new Lifecycle(createLog('test', 'silent'))
  lifecycle.own('database', 'database', (name) => closed.push(name))
  lifecycle.own('buffer', 'buffer', () => {
    throw new Error('cannot flush')
  })
  lifecycle.own('server', 'server', (name) => closed.push(name))

  await Promise.all([lifecycle.close(), lifecycle.close()])

  expect(closed).toEqual(['server', 'database'])
  expect(lifecycle.open).toBe(false)
})
