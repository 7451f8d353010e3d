import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AddressLocation as LocationMessage } from '@fingerpost/protos/analytics/v1/geo'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { AddressLocation, GeoQuery, TRAITS } from './geo.schema.ts'

export const geoRoutes =
  ({ geo }: Pick<Clients, 'geo'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/analytics/geo',
      {
        config: { scope: 'analytics:read' },
        schema: { querystring: GeoQuery, response: { 200: AddressLocation } },
      },
      async ({ query, caller, id: requestId }) =>
        toLocationBody(await geo.locateAddress(query, { caller, requestId })),
    )
  }

/** The wire says geoname_id, hence geonameId as it is; only absent parts need care. */
function toLocationBody(found: LocationMessage): Static<typeof AddressLocation> {
  const { traits, subdivisions, ...parts } = found
  const present = Object.fromEntries(Object.entries(parts).filter(([, part]) => part))
  return {
    ...present,
    traits: {
      ...(Object.fromEntries(TRAITS.map((name) => [name, traits?.[name] ?? false])) as Record<
        (typeof TRAITS)[number],
        boolean
      >),
      ipAddress: traits?.ipAddress ?? '',
      network: traits?.network ?? '',
    },
    ...(subdivisions.length > 0 ? { subdivisions } : {}),
  }
}
