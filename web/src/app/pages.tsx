import { type ComponentType, type JSX, lazy } from 'react'
import {
  ChartIcon,
  FolderIcon,
  GearIcon,
  GlobeIcon,
  HookIcon,
  KeyIcon,
  LinksIcon,
  PhoneIcon,
  TagIcon,
} from '../shared/icons.tsx'

export interface Page {
  /** Path below /app; all paths below it belong to the page. */
  path: string
  name: string
  icon: (props: { size?: number }) => JSX.Element
  /** Opens the page after `g`. */
  key: string
  /** Pages of one group are listed together. */
  group: 'work' | 'organize' | 'connect'
  view: ComponentType
}

const page = (load: () => Promise<{ Page: ComponentType }>): ComponentType =>
  lazy(async () => ({ default: (await load()).Page }))

/** Every page of the dashboard, in menu order. Its code is loaded when it is opened. */
export const PAGES: readonly Page[] = [
  {
    path: '/links',
    name: 'Links',
    icon: LinksIcon,
    key: 'l',
    group: 'work',
    view: page(() => import('../features/links/links.page.tsx')),
  },
  {
    path: '/analytics',
    name: 'Analytics',
    icon: ChartIcon,
    key: 'a',
    group: 'work',
    view: page(() => import('../features/analytics/analytics.page.tsx')),
  },
  {
    path: '/bio',
    name: 'Bio page',
    icon: PhoneIcon,
    key: 'b',
    group: 'work',
    view: page(() => import('../features/bio/bio.page.tsx')),
  },
  {
    path: '/folders',
    name: 'Folders',
    icon: FolderIcon,
    key: 'f',
    group: 'organize',
    view: page(() => import('../features/labels/folders.page.tsx')),
  },
  {
    path: '/tags',
    name: 'Tags',
    icon: TagIcon,
    key: 't',
    group: 'organize',
    view: page(() => import('../features/labels/tags.page.tsx')),
  },
  {
    path: '/domains',
    name: 'Domains',
    icon: GlobeIcon,
    key: 'd',
    group: 'organize',
    view: page(() => import('../features/domains/domains.page.tsx')),
  },
  {
    path: '/keys',
    name: 'API keys',
    icon: KeyIcon,
    key: 'k',
    group: 'connect',
    view: page(() => import('../features/keys/keys.page.tsx')),
  },
  {
    path: '/webhooks',
    name: 'Webhooks',
    icon: HookIcon,
    key: 'w',
    group: 'connect',
    view: page(() => import('../features/webhooks/webhooks.page.tsx')),
  },
  {
    path: '/settings',
    name: 'Settings',
    icon: GearIcon,
    key: 's',
    group: 'connect',
    view: page(() => import('../features/settings/settings.page.tsx')),
  },
]
