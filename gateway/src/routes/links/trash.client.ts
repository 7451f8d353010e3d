import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import { problemOf } from '@fingerpost/kit/grpc/problem-status'
import { notFound } from '@fingerpost/kit/http/problem'
import type { Link, LinksService } from '@fingerpost/protos/link/v1/link'

/** Takes a link out of the trash. Throws the reason if that fails. */
export async function undelete(
  links: Client<LinksService>,
  id: number,
  call: CallOptions,
): Promise<Link> {
  const { results } = await links.undeleteLinks({ ids: [id] }, call)
  const failure = results[0]?.failure
  if (failure) throw problemOf(failure)
  const { links: found } = await links.getLinks({ ids: [id] }, call)
  if (!found[0]) throw notFound('There is no such link.')
  return found[0]
}
