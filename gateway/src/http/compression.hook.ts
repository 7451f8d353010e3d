import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const WORTH_BYTES = 1_024
/** On a scale up to 11; higher qualities cost much more time and save little. */
const BROTLI_QUALITY = 4

/** Compresses text responses of this plugin. Request bodies are never decompressed. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: WORTH_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/(problem\+)?json|application\/x-ndjson|text\/csv|image\/svg\+xml)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  })
}
