import { notFound } from '@fingerpost/kit/problem'

/** The id of a path. Throws not_found for a number beyond every id there can be. */
export function pathId(text: string, detail: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw notFound(detail)
  return id
}
