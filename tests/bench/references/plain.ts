import { LinksService } from '@fingerpost/protos/link/v1/link'
import type { ServiceDefinition } from '@grpc/grpc-js'

const { getLinks, findLink, createLink } = LinksService

/** One link by id, and one link made: each a call of its own, with messages as ours are. */
export const plainService = {
  get: { ...findLink, ...requestOf(getLinks), path: '/plain.Links/Get' },
  create: { ...createLink, path: '/plain.Links/Create' },
} satisfies ServiceDefinition

function requestOf({ requestSerialize, requestDeserialize }: typeof getLinks) {
  return { requestSerialize, requestDeserialize }
}
