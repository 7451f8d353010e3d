import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import { useCan } from '../../api/me.ts'
import {
  ChartIcon,
  CopyIcon,
  FolderIcon,
  GlobeIcon,
  LinksIcon,
  OutIcon,
  PencilIcon,
  QrIcon,
  TagIcon,
} from '../../shared/icons.tsx'
import type { Entry } from './entry.ts'
import { type Link, useFound } from './found.queries.ts'
import { ranked } from './palette.rules.ts'

const LINKS_SHOWN = 6
const NAMED_SHOWN = 3

/** Where the links and clicks of a folder, tag or domain are shown. */
const NAMED = {
  folders: { group: 'Folders', icon: <FolderIcon />, links: 'folder', clicks: 'folder_id' },
  tags: { group: 'Tags', icon: <TagIcon />, links: 'tags', clicks: 'tag_id' },
  domains: { group: 'Domains', icon: <GlobeIcon />, links: 'domain', clicks: 'domain_id' },
} as const

/** Entries for the links, folders, tags and domains that match a search. */
export function useFoundEntries(search: string, showQr: (link: Link) => void) {
  const [, navigate] = useLocation()
  const writes = useCan()('link:write')
  const { pending, error, links, ...named } = useFound(search)

  const ofLink = (link: Link): Entry => {
    const { id, domain, slug, title, url, short_url, favicon } = link
    const address = `${domain}/${slug}`
    const open = () => navigate(`/links/${id}`)
    const action = (
      name: string,
      icon: Entry['icon'],
      run: Entry['run'],
      stays = false,
    ): Entry => ({
      id: name,
      group: address,
      name,
      icon,
      run,
      stays,
    })
    return {
      id: `link ${id}`,
      group: 'Links',
      name: title || address,
      detail: title ? `${address} → ${url}` : url,
      icon: favicon ? <img src={favicon} alt="" width={18} height={18} /> : <LinksIcon />,
      run: open,
      actions: [
        action('Open link page', <LinksIcon />, open),
        action(writes ? 'Edit' : 'View', <PencilIcon />, () => navigate(`/links/${id}/edit`)),
        action('Copy short URL', <CopyIcon />, () => copy(short_url)),
        action('Visit', <OutIcon />, () => window.open(short_url, '_blank', 'noreferrer')),
        action('QR code', <QrIcon />, () => showQr(link), true),
        action('Analytics', <ChartIcon />, () => navigate(`/analytics?link_id=${id}`)),
      ],
    }
  }

  const ofNamed = (kind: keyof typeof NAMED): Entry[] => {
    const { group, icon, links, clicks } = NAMED[kind]
    const matching = named[kind].filter(({ name }) =>
      name.toLowerCase().includes(search.toLowerCase()),
    )
    return matching.slice(0, NAMED_SHOWN).map(({ id, name }) => {
      const list = () => navigate(`/links?${links}=${id}`)
      const analytics = () => navigate(`/analytics?${clicks}=${id}`)
      return {
        id: `${kind} ${id}`,
        group,
        name,
        icon,
        run: list,
        actions: [
          { id: 'links', group: name, name: 'Links', icon: <LinksIcon />, run: list },
          { id: 'clicks', group: name, name: 'Analytics', icon: <ChartIcon />, run: analytics },
        ],
      }
    })
  }

  const entries = search
    ? [
        ...ranked(links, search).slice(0, LINKS_SHOWN).map(ofLink),
        ...ofNamed('folders'),
        ...ofNamed('tags'),
        ...ofNamed('domains'),
      ]
    : []
  return { entries, pending, error }
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  notifications.show({ message: `Copied ${text}` })
}
