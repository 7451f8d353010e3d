import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { DateTime } from '../../schema/shared.schema.ts'

export const Version = Type.Object(
  { version: Type.String(), build_id: Type.String(), build_time: DateTime },
  { title: 'Version' },
)

export const versionRoutes =
  (version: Static<typeof Version>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/version',
      { config: { scope: null }, schema: { response: { 200: Version } } },
      async () => version,
    )
  }
