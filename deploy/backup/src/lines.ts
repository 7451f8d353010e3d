import type { Readable } from 'node:stream'

/** Splits UTF-8 text at line feeds only; readline also splits at U+2028 and U+2029. */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of input.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = piece.split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
