import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AddressLocation as LocationMessage, Traits } from '@fingerpost/protos/analytics/v1/geo'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { AddressLocation, GeoQuery } from './geo.schema.ts'

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

/** The REST API uses MaxMind's field names, which are those of the message's JSON form. */
function toLocationBody(found: LocationMessage): Static<typeof AddressLocation> {
  const traits = found.traits ?? Traits.fromJSON({})
  const body = LocationMessage.toJSON({ ...found, traits }) as Static<typeof AddressLocation>
  const { continent, country, registeredCountry, city, subdivisions = [] } = body
  for (const part of [continent, country, registeredCountry, city, ...subdivisions]) {
    if (part) part.names ??= {} // JSON leaves out an empty map
  }
  return body
}
