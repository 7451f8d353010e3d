import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { Label, ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import type { CatalogSchema } from '../catalog.schema.ts'
import { toDomain } from '../domains/describe.rules.ts'
import { shortHostRepository } from '../domains/short-host.repository.ts'
import { type ReferredLabel, referenceRepository } from './reference.repository.ts'

export const referenceHandlers = (
  postgres: Postgres<CatalogSchema>,
): Handlers<ReferencesService> => {
  const references = referenceRepository(postgres)
  const findShortHosts = shortHostRepository(postgres)
  return {
    async describeReferences({ domain_ids, folder_ids, tag_ids, hosts }, { caller }) {
      const { orgId } = caller()
      const [domains, folders, tags, shortHosts] = await Promise.all([
        references.domains(orgId, domain_ids),
        references.folders(orgId, folder_ids),
        references.tags(orgId, tag_ids),
        findShortHosts(orgId, hosts),
      ])
      return {
        domains: domains.map(toDomain),
        folders: folders.map(toLabel),
        tags: tags.map(toLabel),
        short_hosts: shortHosts,
      }
    },

    async findLabels({ folders, tags }, { caller }) {
      const { orgId } = caller()
      return {
        folders: await references.named('folders', orgId, folders),
        tags: await references.named('tags', orgId, tags),
      }
    },
  }
}

const toLabel = ({ id, name, color }: ReferredLabel): Label => ({
  id,
  name,
  color: color ?? undefined,
})
