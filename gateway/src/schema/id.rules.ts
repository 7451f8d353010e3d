import { notFound } from '@fingerpost/kit/http/problem'

/** The id of a path. Throws not found for a number above every possible id. */
export function pathId(text: string, detail: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw notFound(detail)
  return id
}
