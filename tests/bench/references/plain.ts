import { LinksService } from '@fingerpost/protos/link/v1/link'
import type { ServiceDefinition } from '@grpc/grpc-js'

const { getLinks, findLink, createLink } = LinksService

/** Reads one link by id, or creates one: each in its own call, with the product's messages. */
export const plainService = {
  get: { ...findLink, ...requestOf(getLinks), path: '/plain.Links/Get' },
  create: { ...createLink, path: '/plain.Links/Create' },
} satisfies ServiceDefinition

function requestOf({ requestSerialize, requestDeserialize }: typeof getLinks) {
  return { requestSerialize, requestDeserialize }
}
