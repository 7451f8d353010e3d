import { Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { text } from '#messages/links-menu.ts'
import { text as words } from '#messages/shared.ts'
import { useCan } from '../../api/me.ts'
import { ChartIcon, CopyIcon, OutIcon, PencilIcon, QrIcon, TrashIcon } from '../../shared/icons.tsx'
import { KeyHint } from '../../shared/KeyHint.tsx'
import { useDeleteLink } from './delete.queries.ts'
import { LinkMenuButton, type LinkMenuProps } from './LinkMenuButton.tsx'

const QrPanel = lazy(async () => ({ default: (await import('./QrPanel.tsx')).QrPanel }))

/** The open menu of a link. */
export function LinkActions({ link, deleted }: LinkMenuProps) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const remove = useDeleteLink()
  const writes = useCan()('link:write')
  const [qr, setQr] = useState(false)
  const { id, short_url } = link
  const go = (path: string) => navigate(`${path}${search && `?${search}`}`)
  return (
    <>
      <Menu position="bottom-end" withinPortal defaultOpened>
        <Menu.Target>
          <LinkMenuButton link={link} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<PencilIcon />}
            rightSection={<KeyHint>e</KeyHint>}
            onClick={() => go(`/links/${id}/edit`)}
          >
            {writes ? words.edit : text.view}
          </Menu.Item>
          <Menu.Item
            leftSection={<CopyIcon />}
            onClick={() => navigator.clipboard.writeText(short_url)}
          >
            {text.copyShortUrl}
          </Menu.Item>
          <Menu.Item
            leftSection={<OutIcon />}
            component="a"
            href={short_url}
            target="_blank"
            rel="noreferrer"
          >
            {text.visit}
          </Menu.Item>
          <Menu.Item leftSection={<QrIcon />} onClick={() => setQr(true)}>
            {text.qrCode}
          </Menu.Item>
          <Menu.Item
            leftSection={<ChartIcon />}
            onClick={() => navigate(`/analytics?link_id=${id}`)}
          >
            {text.analytics}
          </Menu.Item>
          {writes && (
            <Menu.Item leftSection={<CopyIcon />} onClick={() => go(`/links/new/${id}`)}>
              {text.duplicate}
            </Menu.Item>
          )}
          {writes && <Menu.Divider />}
          {writes && (
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<TrashIcon />}
              onClick={() => remove.mutate(link, deleted && { onSuccess: deleted })}
            >
              {words.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>{qr && <QrPanel link={link} close={() => setQr(false)} />}</Suspense>
    </>
  )
}
