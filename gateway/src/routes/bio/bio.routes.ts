import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clients } from '../../clients.ts'
import { toBioBody, toUpdateBioRequest } from './bio.rules.ts'
import { Bio, BioPreview, PreviewBio, UpdateBio } from './bio.schema.ts'

/** The team's bio page. */
export const bioRoutes =
  ({
    bioPages,
    bioPreviews,
  }: Pick<Clients, 'bioPages' | 'bioPreviews'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const response = { 200: Bio }

    app.get(
      '/bio',
      { config: { scope: 'bio:read' }, schema: { response } },
      async ({ caller, id: requestId }) =>
        toBioBody(await bioPages.getBioPage({}, { caller, requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: '/bio',
      config: { scope: 'bio:write' },
      schema: { body: UpdateBio, response },
      handler: async ({ body, caller, id: requestId }) =>
        toBioBody(await bioPages.updateBioPage(toUpdateBioRequest(body), { caller, requestId })),
    })

    app.post(
      '/bio/preview',
      {
        config: { scope: 'bio:read' },
        schema: { body: PreviewBio, response: { 200: BioPreview } },
      },
      async ({ body, headers, caller, id: requestId }) => {
        const accept_language = headers['accept-language'] ?? ''
        const draft = toUpdateBioRequest(body)
        return bioPreviews.previewBioPage({ draft, accept_language }, { caller, requestId })
      },
    )
  }
