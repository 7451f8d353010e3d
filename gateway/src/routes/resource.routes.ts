import type { CallOptions } from '@fingerpost/kit/grpc/client'
import type {
  FastifyContextConfig,
  FastifyPluginAsync,
  FastifyRequest,
  FastifySchema,
} from 'fastify'
import type { Static, TSchema } from 'typebox'
import { pathId } from '../schema/id.rules.ts'
import { Envelope, IdParams, pageOf } from '../schema/shared.schema.ts'
import { DeletedById } from '../schema/text.schema.ts'

interface Resource<
  Query extends TSchema,
  One extends TSchema,
  Create extends TSchema,
  Update extends TSchema,
  Made extends TSchema = One,
> {
  /** Below /api. */
  path: `/${string}`
  /** What it is called in the detail of a 404. */
  noun: string
  read: FastifyContextConfig
  write: FastifyContextConfig
  /** `made` and `removed` are the responses to POST and DELETE, if they have more than `one` and the id. */
  schemas: {
    query: Query
    one: One
    create: Create
    update: Update
    made?: Made
    removed?: TSchema
  }
  list(
    query: Static<Query> & { offset: number; limit: number },
    call: CallOptions,
    request: FastifyRequest,
  ): Promise<{ items: Static<One>[]; total: number }>
  create(body: Static<Create>, call: CallOptions): Promise<Static<Made> & { id: number }>
  get(it: { id: number }, call: CallOptions): Promise<Static<One>>
  update(id: number, body: Static<Update>, call: CallOptions): Promise<Static<One>>
  /** What it returns is added to the response. */
  remove(it: { id: number }, call: CallOptions): Promise<object>
}

/** The routes of a resource with an id: list, create, read, update and delete. */
export const resourceRoutes =
  <
    Query extends TSchema,
    One extends TSchema,
    Create extends TSchema,
    Update extends TSchema,
    Made extends TSchema = One,
  >({
    path,
    noun,
    read,
    write,
    schemas,
    ...calls
  }: Resource<Query, One, Create, Update, Made>): FastifyPluginAsync =>
  async (app) => {
    const one = `${path}/:id`
    const found = { 200: schemas.one }
    const list: FastifySchema = {
      querystring: schemas.query,
      response: { 200: Envelope(schemas.one) },
    }
    const create: FastifySchema = {
      body: schemas.create,
      response: { 201: schemas.made ?? schemas.one },
    }
    const get: FastifySchema = { params: IdParams, response: found }
    const update: FastifySchema = { params: IdParams, body: schemas.update, response: found }
    const remove: FastifySchema = {
      params: IdParams,
      response: { 200: schemas.removed ?? DeletedById },
    }
    const callOf = ({ caller, id: requestId }: FastifyRequest) => ({ caller, requestId })
    const idOf = ({ params }: FastifyRequest) =>
      pathId((params as Static<typeof IdParams>).id, `There is no such ${noun}.`)

    app.get(path, { config: read, schema: list }, async (request) => {
      const { offset, limit } = pageOf(request.query as object)
      const query = { ...(request.query as object), offset, limit }
      const page = await calls.list(
        query as Parameters<typeof calls.list>[0],
        callOf(request),
        request,
      )
      return { ...page, offset, limit }
    })

    app.post(path, { config: write, schema: create }, async (request, reply) => {
      const made = await calls.create(request.body as Static<Create>, callOf(request))
      return reply.code(201).header('location', `/api${path}/${made.id}`).send(made)
    })

    app.get(one, { config: read, schema: get }, (request) =>
      calls.get({ id: idOf(request) }, callOf(request)),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: one,
      config: write,
      schema: update,
      handler: (request) =>
        calls.update(idOf(request), request.body as Static<Update>, callOf(request)),
    })

    app.delete(one, { config: write, schema: remove }, async (request) => {
      const id = idOf(request)
      return { ...(await calls.remove({ id }, callOf(request))), id, deleted: true }
    })
  }
