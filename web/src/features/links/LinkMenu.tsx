import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  ChartIcon,
  CopyIcon,
  MoreIcon,
  OutIcon,
  PencilIcon,
  QrIcon,
  TrashIcon,
} from '../../shared/icons.tsx'
import { DeletePanel } from './DeletePanel.tsx'
import type { Link } from './link.queries.ts'

const QrPanel = lazy(async () => ({ default: (await import('./QrPanel.tsx')).QrPanel }))

/** The actions of one link. Every row has one, so the menu is created when it is opened. */
export function LinkMenu({ link }: { link: Link }) {
  const [wanted, setWanted] = useState(false)
  if (wanted) return <OpenMenu link={link} />
  return <Opener link={link} onClick={() => setWanted(true)} />
}

const Opener = ({ link, ...rest }: { link: Link } & ActionIconProps & ComponentProps<'button'>) => (
  <ActionIcon
    variant="subtle"
    color="var(--soft)"
    aria-label={`Actions for ${link.slug}`}
    aria-haspopup="menu"
    {...rest}
  >
    <MoreIcon />
  </ActionIcon>
)

function OpenMenu({ link }: { link: Link }) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [deleting, setDeleting] = useState(false)
  const [qr, setQr] = useState(false)
  const { id, short_url } = link
  const go = (path: string) => navigate(`${path}${search && `?${search}`}`)
  return (
    <>
      <Menu position="bottom-end" withinPortal defaultOpened>
        <Menu.Target>
          <Opener link={link} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<PencilIcon />} onClick={() => go(`/links/${id}`)}>
            Edit
          </Menu.Item>
          <Menu.Item
            leftSection={<CopyIcon />}
            onClick={() => navigator.clipboard.writeText(short_url)}
          >
            Copy short URL
          </Menu.Item>
          <Menu.Item
            leftSection={<OutIcon />}
            component="a"
            href={short_url}
            target="_blank"
            rel="noreferrer"
          >
            Open
          </Menu.Item>
          <Menu.Item leftSection={<QrIcon />} onClick={() => setQr(true)}>
            QR code
          </Menu.Item>
          <Menu.Item
            leftSection={<ChartIcon />}
            onClick={() => navigate(`/analytics?link_id=${id}`)}
          >
            Analytics
          </Menu.Item>
          <Menu.Item leftSection={<CopyIcon />} onClick={() => go(`/links/new/${id}`)}>
            Duplicate
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deleting && <DeletePanel links={[link]} close={() => setDeleting(false)} />}
      <Suspense>{qr && <QrPanel link={link} close={() => setQr(false)} />}</Suspense>
    </>
  )
}
