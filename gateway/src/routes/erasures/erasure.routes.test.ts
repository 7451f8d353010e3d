import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { renderProblems } from '../../problems.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { erasureRoutes } from './erasure.routes.ts'

const links = { recallLinks: async () => ({ ids: [], gone: [] }) }

const app = fastify({ logger: false })
app.setValidatorCompiler(compileValidator)
renderProblems(app)
app.decorateRequest('caller')
app.addHook('onRequest', async (request) => {
  request.caller = { orgId: 7, userId: 70, scopes: ['click:erase'] }
})
app.register(erasureRoutes(fakeClients({ links }), 'full'))

const post = async (url: string, link_ids: unknown[]) => {
  const response = await app.inject({ method: 'POST', url, payload: { link_ids } })
  return { status: response.statusCode, ...response.json() }
}

it.each(['/erasure', '/erasure/preview'])(
  '%s refuses link ids of 2^53 or more, as numbers and as texts, and names their position',
  async (url) => {
    const detail = 'must be at most 9007199254740991'
    const errors = [{ field: 'link_ids.1', code: 'out_of_range', detail }]

    expect(await post(url, [5, 9_007_199_254_740_992])).toMatchObject({ status: 400, errors })
    expect(await post(url, ['5', '9007199254740992'])).toMatchObject({ status: 400, errors })
    expect(await post(url, ['9007199254740991'])).toMatchObject({
      status: 404,
      detail: 'There is no link with the id 9007199254740991 in this team.',
    })
  },
)
