import { invalid, Problem } from '@fingerpost/kit/http/problem'

/** Limits on the structure of a JSON text. */
export interface JsonLimits {
  depth: number
  /** Members of one object. */
  members: number
  /** Total number of objects, arrays and scalars. */
  values: number
}

/** Enough for every body except imports: 1,000 tags, each as a full label object, are 4,000 values. */
export const BODY_LIMITS: JsonLimits = { depth: 64, members: 1_000, values: 10_000 }

/**
 * Bounds the cost of parsing and validating a JSON text. One pass over its characters without
 * allocations; the parser decides whether the text is valid JSON. Throws invalid.
 */
export function checkJsonSize(text: string, limits: JsonLimits): void {
  /** Members so far of each open container; NaN for arrays, which compares as false. */
  const open: number[] = []
  let values = 1
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '"':
        i = endOfString(text, i)
        break
      case '{':
      case '[':
        open.push(text[i] === '{' ? 1 : Number.NaN)
        if (open.length > limits.depth) {
          refuse('too_deep', `must not nest deeper than ${limits.depth} levels`)
        }
        values++
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',': {
        const members = (open.at(-1) ?? 0) + 1
        if (members > limits.members) {
          refuse('too_many', `must not contain an object with more than ${limits.members} fields`)
        }
        if (open.length > 0) open[open.length - 1] = members
        values++
      }
    }
    if (values > limits.values)
      refuse('too_many', `must not contain more than ${limits.values} values`)
  }
}

/** The index of the closing quote; the last one of a text that ends before it. */
function endOfString(text: string, start: number): number {
  let i = start + 1
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1
  return i
}

function refuse(code: string, detail: string): never {
  throw invalid([{ field: 'body', code, detail }])
}

export const missingBody = () => new Problem('invalid', 'invalid_request', 'The body is missing.')
