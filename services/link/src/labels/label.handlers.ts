import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { LabelsService } from '@fingerpost/protos/link/v1/label'
import type { LinkSchema } from '../link.schema.ts'
import { labelRepository } from './label.repository.ts'

/**
 * Links per statement: well below a second, so that other changes do not wait long for a row lock.
 */
const CHUNK = 1_000

export const labelHandlers = (
  postgres: Postgres<LinkSchema>,
  onChange: () => void,
): Handlers<LabelsService> => {
  const labels = labelRepository(postgres)
  const answer = (touched: number) => {
    if (touched > 0) onChange()
    return { more: touched === CHUNK }
  }
  return {
    removeFolder: async ({ org_id, folder_id }) =>
      answer(await labels.removeFolder(org_id, folder_id, CHUNK)),
    removeTag: async ({ org_id, tag_id }) => answer(await labels.removeTag(org_id, tag_id, CHUNK)),
  }
}
