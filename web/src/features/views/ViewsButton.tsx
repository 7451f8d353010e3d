import { ActionIcon, Button, Loader, Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/shared.ts'
import { useCan } from '../../api/me.ts'
import { BookmarkIcon } from '../../shared/icons.tsx'
import { useNarrow } from '../../shared/media.ts'
import type { ViewPage } from './view.queries.ts'

const ViewList = lazy(async () => ({ default: (await import('./ViewList.tsx')).ViewList }))

/** Opens the saved views of a page. */
export function ViewsButton({ page }: { page: ViewPage }) {
  const [open, setOpen] = useState(false)
  const narrow = useNarrow()
  if (!useCan()('catalog:read')) return null
  const pressed = { 'aria-expanded': open, onClick: () => setOpen(!open) }
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        {narrow ? (
          <ActionIcon variant="default" aria-label={text.views} title={text.views} {...pressed}>
            <BookmarkIcon />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<BookmarkIcon />} {...pressed}>
            {text.views}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Loader size="sm" />}>
          {open && <ViewList page={page} close={() => setOpen(false)} />}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
