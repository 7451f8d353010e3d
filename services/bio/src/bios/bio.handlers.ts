import { actorOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Client } from '@fingerpost/kit/grpc/client'
import type { CallContext } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { BioPage, BioPagesService } from '@fingerpost/protos/bio/v1/bio'
import type { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import type { BioSchema } from '../bio.schema.ts'
import { linkRepository } from '../links/link.repository.ts'
import { toBioLink } from '../links/link.rules.ts'
import { hashOf, type PictureReader } from '../pictures/picture.adapter.ts'
import { pictureRepository } from '../pictures/picture.repository.ts'
import { pictureHash, picturePath } from '../pictures/picture.rules.ts'
import { bioRepository } from './bio.repository.ts'
import { checkProfile, toProfile } from './bio.rules.ts'

export const bioHandlers = (
  postgres: Postgres<BioSchema>,
  organizations: Client<OrganizationsService>,
  base: string,
  readPicture: PictureReader,
): Handlers<BioPagesService> => {
  const bios = bioRepository(postgres.db)

  async function read({ caller, requestId }: CallContext): Promise<BioPage> {
    const { orgId } = caller()
    const [organization, page, links] = await Promise.all([
      organizations.getOrganization({}, { caller: caller(), requestId }),
      bios.find(orgId),
      linkRepository(postgres.db, orgId).all(),
    ])
    return {
      id: page?.id ?? 0,
      organization,
      profile: page && toProfile(page, base),
      links: links.filter(({ enabled }) => enabled).map(toBioLink),
    }
  }

  return {
    getBioPage: (_, context) => read(context),

    async updateBioPage(request, context) {
      const { orgId } = context.caller()
      const { changes, errors } = checkProfile(request, await bios.find(orgId), base)
      if (errors.length > 0) throw invalid(errors)
      await changeAs(postgres.db, actorOf(context), async (tx) => {
        await bioRepository(tx).save(orgId, changes)
        const { image } = changes
        if (image !== undefined) {
          await pictureRepository(tx).deleteOthers(orgId, pictureHash(image ?? ''))
        }
      })
      return read(context)
    },

    async uploadBioImage(request, context) {
      const { orgId } = context.caller()
      const bytes = await readPicture(request.picture, orgId)
      const hash = hashOf(bytes)
      await changeAs(postgres.db, actorOf(context), async (tx) => {
        // The row of the page is locked first, so of two uploads at once one picture stays.
        await bioRepository(tx).save(orgId, { image: picturePath(hash) })
        await pictureRepository(tx).add(orgId, hash, bytes)
        await pictureRepository(tx).deleteOthers(orgId, hash)
      })
      return read(context)
    },
  }
}
