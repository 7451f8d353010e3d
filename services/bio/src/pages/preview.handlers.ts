import type { Client } from '@fingerpost/kit/grpc/client'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { languageOf } from '@fingerpost/kit/visitor/language'
import { renderPage } from '@fingerpost/kit/visitor/page'
import type { BioPreviewsService } from '@fingerpost/protos/bio/v1/preview'
import type { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import type { BioSchema } from '../bio.schema.ts'
import { bioRepository } from '../bios/bio.repository.ts'
import { checkProfile } from '../bios/bio.rules.ts'
import { linkRepository } from '../links/link.repository.ts'
import type { Instance } from './page.routes.ts'
import { bioPage, publicPage } from './page.rules.ts'

const NO_PAGE = { id: 0, title: null, subtitle: null, email: null, image: null }

export const previewHandlers = (
  { db }: Postgres<BioSchema>,
  organizations: Client<OrganizationsService>,
  { origin, base }: Pick<Instance, 'origin' | 'base'>,
): Handlers<BioPreviewsService> => ({
  async previewBioPage({ draft, accept_language }, { caller, requestId }) {
    const { orgId } = caller()
    const [team, page, links] = await Promise.all([
      organizations.getOrganization({}, { caller: caller(), requestId }),
      bioRepository(db).find(orgId),
      linkRepository(db, orgId).all(),
    ])
    const { changes } = checkProfile(draft ?? { clear: [] }, page, base)
    const shown = publicPage(team, { ...NO_PAGE, ...page, ...changes }, links)
    return { html: renderPage(bioPage(shown, origin), languageOf(accept_language)).body }
  },
})
