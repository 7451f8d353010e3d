import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { counted } from '../../shared/numbers.rules.ts'
import { deleteLinks } from './bulk.queries.ts'
import type { Link } from './link.queries.ts'

interface DeletePanelProps {
  /** Never empty. */
  links: readonly Link[]
  close: () => void
  /** Called when the server has deleted the links. */
  deleted?: (() => void) | undefined
}

/** Asks before links are deleted. */
export function DeletePanel({ links, close, deleted }: DeletePanelProps) {
  const [first] = links
  const name =
    links.length === 1 && first ? `${first.domain}/${first.slug}` : counted(links.length, 'link')
  return (
    <ConfirmPanel
      title={`Delete ${name}?`}
      action={links.length === 1 ? 'Delete link' : 'Delete links'}
      run={async () => {
        await deleteLinks(links.map(({ id }) => id))
        deleted?.()
      }}
      done={`Deleted ${name}`}
      changes={[['link']]}
      close={close}
    >
      {links.length === 1 ? 'Its visitors' : 'Their visitors'} no longer reach the destination. This
      cannot be undone.
    </ConfirmPanel>
  )
}
