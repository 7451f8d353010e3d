import { createLog } from '@fingerpost/kit/log'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openHttp } from './app.ts'
import { PAGES } from './pages/notice.rules.ts'

it('more visits at once than can be in hand are told so at once, and taken again when there is room', async () => {
  const { promise: stuck, resolve: free } = Promise.withResolvers<void>()
  const visit = vi.fn(() => stuck.then(() => PAGES.notFound))
  const http = openHttp(visit, createLog('redirect', 'silent'), 3)
  const port = await http.listen(0, '127.0.0.1')
  onTestFinished(() => http.close())
  const go = () => fetch(`http://127.0.0.1:${port}/abc`)

  const taken = [go(), go(), go()]
  await vi.waitFor(() => expect(visit).toHaveBeenCalledTimes(3))
  const shed = await go()
  expect(shed.status).toBe(503)
  expect(shed.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(visit).toHaveBeenCalledTimes(3)

  free()
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await go()).status).toBe(404)
})
