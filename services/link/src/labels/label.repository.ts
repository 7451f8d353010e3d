import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { LinkSchema } from '../link.schema.ts'
import { UNCHANGED } from '../rows/read.repository.ts'

// One statement updates the links and adds their outbox rows. Rows are locked in a fixed order, so
// that concurrent removals do not deadlock.
const remove = (has: string, without: string) => `
with chosen as (
  select id from links
  where org_id = $1 and ${has} and deleted_at is null
  order by created_at, id limit $3
  for update
), touched as (
  update links
  set ${without}, version = default, updated_at = now(),
    system_updated_at = case when ${UNCHANGED} then now() end
  from chosen where links.id = chosen.id
  returning links.id
), note as (
  insert into outbox (org_id, link_id, kind) select $1, id, 'updated' from touched
)
select id from touched`

const REMOVE_FOLDER = remove('folder_id = $2', 'folder_id = null')
const REMOVE_TAG = remove('tag_ids @> array[$2::bigint]', 'tag_ids = array_remove(tag_ids, $2)')

// Waits for the piece of an import in progress, whose links the statement above then finds.
const LEAVE_IMPORTS = `
update imports set folder_id = nullif(folder_id, $2), tag_ids = array_remove(tag_ids, $3::bigint)
where org_id = $1 and status <> 'done' and (folder_id = $2 or tag_ids @> array[$3::bigint])`

export const labelRepository = ({ prepared }: Postgres<LinkSchema>) => ({
  /** Removes a folder from imports and at most `limit` links. Returns how many links had it. */
  async removeFolder(orgId: number, folderId: number, limit: number): Promise<number> {
    await prepared('label-leave-imports', LEAVE_IMPORTS, [orgId, folderId, null])
    return (await prepared('folder-remove', REMOVE_FOLDER, [orgId, folderId, limit])).length
  },

  /** Removes a tag from imports and at most `limit` links. Returns how many links had it. */
  async removeTag(orgId: number, tagId: number, limit: number): Promise<number> {
    await prepared('label-leave-imports', LEAVE_IMPORTS, [orgId, null, tagId])
    return (await prepared('tag-remove', REMOVE_TAG, [orgId, tagId, limit])).length
  },
})
