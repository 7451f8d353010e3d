import { reachOf } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid } from '@fingerpost/kit/http/problem'
import type { Reads } from '@fingerpost/kit/stores/replica'
import type { LinksService } from '@fingerpost/protos/link/v1/link'
import type { LinkSchema } from '../link.schema.ts'
import { labelCountRepository } from './label-count.repository.ts'

/** The largest page of a list. */
const IDS_MAX = 100

export const labelCountHandlers = (
  reads: Reads<LinkSchema>,
): Pick<Handlers<LinksService>, 'countByLabel'> => ({
  async countByLabel({ folder_ids, tag_ids }, context) {
    if (folder_ids.length + tag_ids.length > IDS_MAX) {
      const detail = `must not be more than ${IDS_MAX}`
      throw invalid([{ field: 'ids', code: 'too_many', detail }])
    }
    const reach = reachOf(context.caller())
    const counts = await reads.read((db) => {
      const counting = labelCountRepository(db)
      return folder_ids.length > 0
        ? counting.byFolder(reach, folder_ids)
        : counting.byTag(reach, tag_ids)
    })
    return { counts }
  },
})
