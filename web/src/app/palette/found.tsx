import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import { text as frame } from '#messages/app.ts'
import { text } from '#messages/palette.ts'
import { text as words } from '#messages/shared.ts'
import { useCan } from '../../api/me.ts'
import {
  BookmarkIcon,
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
  folders: {
    group: frame.pages.folders,
    icon: <FolderIcon />,
    links: 'folder',
    clicks: 'folder_id',
  },
  tags: { group: frame.pages.tags, icon: <TagIcon />, links: 'tags', clicks: 'tag_id' },
  domains: {
    group: frame.pages.domains,
    icon: <GlobeIcon />,
    links: 'domain',
    clicks: 'domain_id',
  },
} as const

/** Entries for the links, saved views, folders, tags and domains that match a search. */
export function useFoundEntries(search: string, showQr: (link: Link) => void) {
  const [, navigate] = useLocation()
  const writes = useCan()('link:write')
  const { pending, error, links, views, ...named } = useFound(search)

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
      id: `link-${id}`,
      group: frame.pages.links,
      name: title || address,
      detail: title ? `${address} → ${url}` : url,
      icon: favicon ? <img src={favicon} alt="" width={18} height={18} /> : <LinksIcon />,
      run: open,
      actions: [
        action(text.openLinkPage, <LinksIcon />, open),
        action(writes ? words.edit : text.view, <PencilIcon />, () =>
          navigate(`/links/${id}/edit`),
        ),
        action(text.copyShortUrl, <CopyIcon />, () => copy(short_url)),
        action(text.visit, <OutIcon />, () => window.open(short_url, '_blank', 'noreferrer')),
        action(text.qrCode, <QrIcon />, () => showQr(link), true),
        action(frame.pages.analytics, <ChartIcon />, () => navigate(`/analytics?link_id=${id}`)),
      ],
    }
  }

  const ofNamed = (kind: keyof typeof NAMED): Entry[] => {
    const { group, icon, links, clicks } = NAMED[kind]
    return containing(named[kind], search).map(({ id, name }) => {
      const list = () => navigate(`/links?${links}=${id}`)
      const analytics = () => navigate(`/analytics?${clicks}=${id}`)
      return {
        id: `${kind}-${id}`,
        group,
        name,
        icon,
        run: list,
        actions: [
          { id: 'links', group: name, name: frame.pages.links, icon: <LinksIcon />, run: list },
          {
            id: 'clicks',
            group: name,
            name: frame.pages.analytics,
            icon: <ChartIcon />,
            run: analytics,
          },
        ],
      }
    })
  }

  const ofView = ({ id, name, page, query }: (typeof views)[number]): Entry => ({
    id: `view-${id}`,
    group: words.views,
    name,
    detail: page === 'links' ? frame.pages.links : frame.pages.analytics,
    icon: <BookmarkIcon />,
    run: () => navigate(`/${page}?${query}`),
  })

  const entries = search
    ? [
        ...ranked(links, search, pending).slice(0, LINKS_SHOWN).map(ofLink),
        ...containing(views, search).map(ofView),
        ...ofNamed('folders'),
        ...ofNamed('tags'),
        ...ofNamed('domains'),
      ]
    : []
  return { entries, pending, error }
}

/** The first of those that have the search in their name; others were found for an earlier text. */
const containing = <T extends { name: string }>(items: readonly T[], search: string): T[] =>
  items
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .slice(0, NAMED_SHOWN)

async function copy(url: string): Promise<void> {
  await navigator.clipboard.writeText(url)
  notifications.show({ message: text.copied(url) })
}
