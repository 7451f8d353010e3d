// A plain gateway: one grpc-js call per request, and its response as JSON.
import type { Link } from '@fingerpost/protos/link/v1/link'
import { Client, credentials } from '@grpc/grpc-js'
import { fastify } from 'fastify'
import { plainService } from './plain.ts'

const channel = new Client(`127.0.0.1:${process.env.GRPC_PORT}`, credentials.createInsecure())

const call = (name: keyof typeof plainService, request: unknown): Promise<Link> =>
  new Promise((resolve, reject) => {
    const { path, requestSerialize, responseDeserialize } = plainService[name]
    const write = requestSerialize as (request: unknown) => Buffer
    const options = { deadline: Date.now() + 5_000 }
    channel.makeUnaryRequest(path, write, responseDeserialize, request, options, (error, link) =>
      link ? resolve(link) : reject(error),
    )
  })

const app = fastify()
app.get('/api/link/:id', ({ params }) =>
  call('get', { ids: [Number((params as { id: string }).id)] }),
)
app.post('/api/link', async ({ body }, reply) => {
  const { url, title, domain_id: domainId } = body as Record<string, unknown>
  reply.code(201)
  return call('create', { url, title, domain_id: domainId, tags: [] })
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.HTTP_PORT) })
