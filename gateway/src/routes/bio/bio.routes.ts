import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Clients } from '../../clients.ts'
import { toBioBody, toUpdateBioRequest } from './bio.rules.ts'
import { Bio, BioPreview, PreviewBio, UpdateBio, UploadBioImage } from './bio.schema.ts'

/** Limits of an upload: its size, and the time to wait for its turn and decode it. */
const IMAGE_BYTES = 5 * 1024 * 1024
const IMAGE_MS = 30_000

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

    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      // The declared type is ignored: bio reads the type from the content.
      scope.addContentTypeParser<Buffer>(
        /^(image\/|application\/octet-stream)/,
        { parseAs: 'buffer' },
        async (_request: FastifyRequest, bytes: Buffer) => bytes,
      )
      scope.put(
        '/bio/image',
        {
          config: { scope: 'bio:write' },
          bodyLimit: IMAGE_BYTES,
          validatorCompiler: () => () => true,
          schema: { body: UploadBioImage, response },
        },
        async ({ body, caller, raw, id: requestId }) => {
          // Longer than the call, so that its end is an answer and not a closed connection.
          raw.socket.setTimeout?.(2 * IMAGE_MS)
          const picture = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
          const call = { caller, requestId, timeoutMs: IMAGE_MS }
          return toBioBody(await bioPages.uploadBioImage({ picture }, call))
        },
      )
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
