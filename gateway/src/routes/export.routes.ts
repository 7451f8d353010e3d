import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends the pieces of an export as a file, until the credential of its request is no longer valid. The
 * first piece is read before the response begins, so failures can still set the status.
 */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { name: string; type: string },
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<FastifyReply> {
  const held = whileKeyHolds(request, pieces)
  const first = await held.next()
  async function* whole() {
    if (first.value !== undefined) yield first.value
    yield* held
  }
  return reply
    .type(file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(whole(), { objectMode: false }))
}

async function* whileKeyHolds<Piece>(
  request: FastifyRequest,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece, undefined> {
  for await (const piece of pieces) {
    await request.confirmKey()
    yield piece
  }
}
