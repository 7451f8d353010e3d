import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freePort, requireFreePort } from './ports.ts'

async function listen(host: string): Promise<number> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await once(server.listen(0, host), 'listening')
  return (server.address() as AddressInfo).port
}

it('never returns the same port twice', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))

  expect(new Set(ports).size).toBe(50)
})

it.each(['127.0.0.1', '0.0.0.0', '::1'])(
  'names the port, the program on it and the setting if %s is in use',
  async (host) => {
    const port = await listen(host)

    const refusal = expect(requireFreePort(port, '127.0.0.1', 'FINGERPOST_PORT')).rejects

    await refusal.toThrow(new RegExp(`^Port ${port} is taken by .*node.* \\(pid ${process.pid}\\)`))
    await refusal.toThrow(`FINGERPOST_PORT=${port + 1} npm start`)
  },
)

it('accepts a free port', async () => {
  await expect(
    requireFreePort(await freePort(), '127.0.0.1', 'FINGERPOST_PORT'),
  ).resolves.toBeUndefined()
})

it('reports an address that is not of this machine', async () => {
  await expect(requireFreePort(await freePort(), '192.0.2.1', 'FINGERPOST_PORT')).rejects.toThrow(
    /Cannot listen on port \d+ of 192\.0\.2\.1: EADDRNOTAVAIL/,
  )
})
