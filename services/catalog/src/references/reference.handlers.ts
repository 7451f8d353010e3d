import { actorOf } from '@fingerpost/kit/audit/actor'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type {
  FindLabelsRequest,
  Label,
  ReferencesService,
} from '@fingerpost/protos/catalog/v1/reference'
import type { CatalogSchema } from '../catalog.schema.ts'
import { toDomain } from '../domains/describe.rules.ts'
import { shortHostRepository } from '../domains/short-host.repository.ts'
import { labelMaker } from '../labels/making.repository.ts'
import type { LabelTable } from '../labels/removal.client.ts'
import { type ReferredLabel, referenceRepository } from './reference.repository.ts'

export const referenceHandlers = (
  postgres: Postgres<CatalogSchema>,
  quotas: Readonly<Record<LabelTable, TeamQuota>>,
): Handlers<ReferencesService> => {
  const references = referenceRepository(postgres)
  const findShortHosts = shortHostRepository(postgres)
  const makeFolders = labelMaker(postgres.db, 'folders', quotas.folders)
  const makeTags = labelMaker(postgres.db, 'tags', quotas.tags)

  const findLabels = async (orgId: number, { folders, tags }: FindLabelsRequest) => ({
    folders: await references.named('folders', orgId, folders),
    tags: await references.named('tags', orgId, tags),
  })

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

    async searchTags({ words }, { caller }) {
      return { found: await references.tagsContaining(caller().orgId, words) }
    },

    findLabels: (request, { caller }) => findLabels(caller().orgId, request),

    async makeLabels(request, context) {
      const { orgId } = context.caller()
      const actor = actorOf(context)
      return {
        made_folders: await makeFolders(actor, orgId, request.folders),
        made_tags: await makeTags(actor, orgId, request.tags),
        labels: await findLabels(orgId, request),
      }
    },
  }
}

const toLabel = ({ id, name, color }: ReferredLabel): Label => ({
  id,
  name,
  color: color ?? undefined,
})
