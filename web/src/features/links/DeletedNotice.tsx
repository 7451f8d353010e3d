import { Anchor, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { text } from '#messages/links-deleted.ts'
import { text as words } from '#messages/shared.ts'
import { onForget } from '../../api/session.ts'
import { showFailure } from '../../shared/failure.ts'
import { restoreLinks } from './bulk.queries.ts'

/** Long enough to reach for the action. */
const SHOWN_MS = 20_000

type Named = Readonly<Record<'id' | 'domain' | 'slug', string>>

interface Deletion {
  links: readonly Named[]
  queries: QueryClient
}

/** What Ctrl+Z undoes, the last deletion last. */
const deletions: Deletion[] = []
onForget(() => {
  for (const deletion of deletions.splice(0)) notifications.hide(noticeOf(deletion))
})

const noticeOf = ({ links }: Deletion) => `deleted-${links[0]?.id}`

/** A text about one link by its address, or about several by their number. */
const say = (
  links: readonly Named[],
  one: (address: string) => string,
  several: (links: number) => string,
): string => {
  const [first] = links
  return links.length === 1 && first ? one(`${first.domain}/${first.slug}`) : several(links.length)
}

/** Shows that links were deleted, and offers to undo it. */
export function showDeleted(links: readonly Named[], queries: QueryClient): void {
  const deletion = { links, queries }
  deletions.push(deletion)
  notifications.show({
    id: noticeOf(deletion),
    autoClose: SHOWN_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" lineClamp={2}>
          {say(links, text.deleted, text.deletedLinks)}
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={() => undo(deletion)}>
          {words.undo}
        </Anchor>
      </Group>
    ),
  })
}

/** Undoes the last deletion that was not undone. */
export function undoLast(): void {
  const last = deletions.at(-1)
  if (last) void undo(last)
}

async function undo(deletion: Deletion): Promise<void> {
  const at = deletions.indexOf(deletion)
  if (at === -1) return
  deletions.splice(at, 1)
  notifications.hide(noticeOf(deletion))
  const { links, queries } = deletion
  try {
    showRestored(links, await restoreLinks(links.map(({ id }) => id)))
  } catch (error) {
    deletions.push(deletion)
    showNotRestored(error)
  }
  await queries.invalidateQueries({ queryKey: ['link'] })
}

/** Shows that links were restored, or why some were not. */
export function showRestored(links: readonly Named[], reasons: readonly string[]): void {
  const [reason] = reasons
  notifications.show(
    reason === undefined
      ? { message: say(links, text.restored, text.restoredLinks) }
      : {
          color: 'red',
          title: say(links, text.cannotRestoreLink, (all) =>
            text.restoredSome({ restored: all - reasons.length, links: all }),
          ),
          message: reason,
        },
  )
}

export const showNotRestored = (error: unknown): void => showFailure(text.cannotRestore, error)
