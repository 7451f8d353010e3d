import { connect } from 'node:net'
import { createLog } from '@fingerpost/kit/process/log'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openHttp } from './app.ts'
import { PAGES } from './pages/notice.rules.ts'

it('visits above the limit in flight get 503 at once, and are accepted again below it', async () => {
  const { promise: stuck, resolve: free } = Promise.withResolvers<void>()
  const visit = vi.fn(() => stuck.then(() => PAGES.notFound))
  const http = openHttp(visit, createLog('redirect', 'silent'), 3)
  const port = await http.listen({ HTTP_HOST: '127.0.0.1', HTTP_PORT: 0 })
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

it('a client that disconnects after its request or during a form is not logged as an error', async () => {
  const log = createLog('redirect', 'silent')
  const failures = vi.spyOn(log, 'error')
  let [begun, ended] = [0, 0]
  const http = openHttp(async (request) => {
    begun++
    try {
      for await (const _ of request) if (request.url === '/bug') throw new Error('a bug')
    } finally {
      ended++
    }
    return PAGES.notFound
  }, log)
  const port = await http.listen({ HTTP_HOST: '127.0.0.1', HTTP_PORT: 0 })
  onTestFinished(() => http.close())
  const form = (path: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\npass`
  const sent = ['GET / HTTP/1.1\r\nhost: x\r\n\r\n', form('/'), form('/')]
  const ask = (bytes: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(bytes)
    return socket
  }

  const gone = Array.from({ length: 150 }, (_, i) => ask(sent[i % sent.length]!))
  await vi.waitFor(() => expect(begun).toBe(150), { timeout: 10_000 })
  for (const socket of gone) socket.resetAndDestroy()
  await vi.waitFor(() => expect(ended).toBe(150), { timeout: 10_000 })
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect([begun, ended]).toEqual([151, 151])
  expect(failures).not.toHaveBeenCalled()

  const bug = ask(form('/bug'))
  await vi.waitFor(() => expect(failures).toHaveBeenCalledTimes(1))
  bug.destroy()
})
