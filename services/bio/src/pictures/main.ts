import { parentPort, workerData } from 'node:worker_threads'
import { decode, encode } from './codec.adapter.ts'
import { readHead } from './head.rules.ts'
import { PICTURE_SIDE } from './picture.rules.ts'
import { toSquare } from './scale.rules.ts'

// A thread for one picture: its end returns the memory of the decoder.
const bytes = workerData as Uint8Array<ArrayBuffer>
const head = readHead(bytes)
const pixels = head && (await decode(head.type, bytes.buffer).catch(() => undefined))
if (pixels && pixels.width * pixels.height === head.width * head.height) {
  const picture = await encode(toSquare(pixels, PICTURE_SIDE))
  parentPort?.postMessage(picture, [picture.buffer])
} else {
  parentPort?.postMessage(undefined)
}
