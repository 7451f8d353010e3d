import type { Handlers } from '@fingerpost/kit/grpc'
import type { Postgres } from '@fingerpost/kit/postgres'
import type { BioPagesService } from '@fingerpost/protos/bio/v1/bio'
import type { BioSchema } from '../bio.schema.ts'
import { pageRepository } from './page.repository.ts'

export const pageHandlers = (postgres: Postgres<BioSchema>): Handlers<BioPagesService> => {
  const pages = pageRepository(postgres.db)
  return {
    async getBioPage(_, { caller }) {
      const page = await pages.find(caller().orgId)
      return {
        id: page?.id ?? 0,
        title: page?.title ?? undefined,
        subtitle: page?.subtitle ?? undefined,
        email: page?.email ?? undefined,
        image: page?.image ?? undefined,
      }
    },
  }
}
