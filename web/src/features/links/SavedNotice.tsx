import { Anchor, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '#messages/links.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import type { Link } from './link.queries.ts'

/** Long enough to reach for an action. */
const SHOWN_MS = 20_000

interface Actions {
  showQr: () => void
  /** Opens the form for another link; undefined if none was created. */
  another: (() => void) | undefined
}

/** Shows that a link was saved. Copies the short URL of a new one, if the browser allows it. */
export async function showSaved(link: Link, { showQr, another }: Actions): Promise<void> {
  const { id, domain, slug, short_url } = link
  const copied = another !== undefined && (await copy(short_url))
  const textOf = another ? (copied ? text.createdAndCopied : text.created) : text.saved
  const notice = `saved-${id}`
  const then = (act: () => void) => () => {
    notifications.hide(notice)
    act()
  }
  notifications.show({
    id: notice,
    autoClose: SHOWN_MS,
    message: (
      <Stack gap={2}>
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" lineClamp={2}>
            {textOf(`${domain}/${slug}`)}
          </Text>
          <CopyButton value={short_url} label={text.copyShortUrl} />
        </Group>
        <Group gap="md">
          <Anchor component="button" type="button" size="sm" onClick={then(showQr)}>
            {text.qrCode}
          </Anchor>
          <Anchor size="sm" href={short_url} target="_blank" rel="noreferrer">
            {text.open}
          </Anchor>
          {another && (
            <Anchor component="button" type="button" size="sm" onClick={then(another)}>
              {text.createAnother}
            </Anchor>
          )}
        </Group>
      </Stack>
    ),
  })
}

/** False where the browser does not allow it, such as on a page without HTTPS. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
