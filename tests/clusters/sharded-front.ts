import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { CLUSTER, type Shards, withoutReplicas } from './shards.ts'

/**
 * The address of the first shard for a product with CLICKHOUSE_CLUSTER. Statements ON CLUSTER, which
 * need a Keeper and a full server, run on each shard instead; all others are passed on unchanged.
 */
export async function openFront({ shards, query }: Shards) {
  const server = createServer((asked, answer) => {
    serve(asked, answer).catch(() => answer.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked)
    const path = asked.url ?? '/'
    // The body of an insert is its rows; the statement is in the address.
    if (!path.includes('query=') && body.includes(`ON CLUSTER '${CLUSTER}'`)) {
      for (const shard of shards) {
        const url = new URL(path, shard.url).href
        await query({ ...shard, url }, withoutReplicas(body.toString()))
      }
      answer.end()
      return
    }
    const { method, headers } = asked
    const passed = request(new URL(path, shards[0]?.url), { method, headers }).end(body)
    answer.once('close', () => passed.destroy())
    const [response] = (await once(passed, 'response')) as [IncomingMessage]
    answer.writeHead(response.statusCode ?? 500, response.headers)
    response.once('error', () => answer.destroy())
    response.pipe(answer)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
