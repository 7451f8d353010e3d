import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { compileValidator } from '../../schema/validator.rules.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { organizationRoutes } from './organization.routes.ts'

/** The term in the answer to a preview of these months, and the one that was counted. */
async function preview(months: number) {
  const asked: number[] = []
  const clients = fakeClients({
    organizations: { limitRetention: async (given) => ({ months: given.months - 1 }) },
    retentions: {
      async previewRetention(request) {
        asked.push(request.months)
        return { before_ms: 0, clicks: 0, links: 0 }
      },
    },
  })
  const app = fastify({ logger: false })
  app.setValidatorCompiler(compileValidator)
  app.decorateRequest('caller')
  app.register(organizationRoutes(clients, 'full'))
  const response = await app.inject(`/organization/retention?click_retention_months=${months}`)
  return [response.json().click_retention_months, ...asked]
}

it('previews the term that catalog would apply', async () => {
  expect(await preview(24)).toEqual([23, 23])
})
