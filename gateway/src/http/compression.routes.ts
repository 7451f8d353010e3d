import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const WORTH_BYTES = 1_024
/** Of eleven; the usual one of servers, as more costs time and gains little. */
const BROTLI_QUALITY = 4

/** Compresses the texts that this plugin answers. What clients send is never unpacked. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: WORTH_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/(problem\+)?json|application\/x-ndjson|text\/csv|image\/svg\+xml)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  })
}
