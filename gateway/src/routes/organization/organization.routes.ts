import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AddressPrecision } from '@fingerpost/kit/net/ip'
import type { Organization as OrganizationMessage } from '@fingerpost/protos/catalog/v1/organization'
import type { Clients } from '../../clients.ts'
import { bodyOf } from '../../schema/body.mapper.ts'
import { clearedFields } from '../../schema/update.rules.ts'
import {
  CreateOrganization,
  Organization,
  Retention,
  RetentionQuery,
  UpdateOrganization,
} from './organization.schema.ts'

/** The team of the request, and new teams. */
export const organizationRoutes =
  (
    { organizations, retentions }: Pick<Clients, 'organizations' | 'retentions'>,
    precision: AddressPrecision,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const response = { 200: Organization }
    const toBody = (organization: OrganizationMessage) =>
      toOrganizationBody({ ...organization, click_ip: precision })

    app.get(
      '/organization',
      { config: { scope: 'catalog:read' }, schema: { response } },
      async ({ caller, id: requestId }) =>
        toBody(await organizations.getOrganization({}, { caller, requestId })),
    )

    app.get(
      '/organization/retention',
      {
        config: { scope: 'analytics:read' },
        schema: { querystring: RetentionQuery, response: { 200: Retention } },
      },
      async ({ query: { click_retention_months: given }, caller, id: requestId }) => {
        const call = { caller, requestId }
        const { months } = await organizations.limitRetention({ months: given }, call)
        const { before_ms, ...counts } = await retentions.previewRetention({ months }, call)
        const before = new Date(before_ms).toISOString()
        return { click_retention_months: months, before, ...counts }
      },
    )

    app.post(
      '/organization',
      {
        config: { scope: null, access: 'session' },
        schema: { body: CreateOrganization, response: { 201: Organization } },
      },
      async ({ body: { name }, caller, actor, id: requestId }, reply) => {
        const request = { user_id: caller.userId, name }
        const made = await organizations.createOrganization(request, { requestId, actor })
        return reply.code(201).send(toBody(made))
      },
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: '/organization',
      config: { scope: 'team:write' },
      schema: { body: UpdateOrganization, response },
      handler: async ({ body, caller, id: requestId }) => {
        const { name, slug, logo, time_zone, click_retention_months } = body
        const request = {
          name,
          slug,
          logo: logo ?? undefined,
          time_zone: time_zone ?? undefined,
          click_retention_months: click_retention_months ?? undefined,
          clear: clearedFields({ logo, time_zone, click_retention_months }),
        }
        const call = { caller, requestId }
        return toBody(await organizations.updateOrganization(request, call))
      },
    })
  }

const toOrganizationBody = bodyOf(Organization)
