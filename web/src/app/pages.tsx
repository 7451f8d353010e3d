import { type ComponentType, type JSX, lazy } from 'react'
import { text } from '#messages/app.ts'
import { type Scope, useCan, usePerson } from '../api/me.ts'
import {
  ChartIcon,
  FolderIcon,
  GearIcon,
  GlobeIcon,
  HistoryIcon,
  HookIcon,
  KeyIcon,
  LinksIcon,
  PeopleIcon,
  PersonIcon,
  PhoneIcon,
  TagIcon,
  TrashIcon,
} from '../shared/icons.tsx'

export interface Page {
  /** Path below /app; all paths below it belong to the page. */
  path: string
  name: string
  icon: (props: { size?: number }) => JSX.Element
  /** Opens the page after `g`. */
  key: string
  /** Pages of one group are listed together. */
  group: 'work' | 'organize' | 'connect' | 'team'
  /** The scope without which the page is not offered. */
  scope?: Scope
  /** Only for people: an API key has no account. */
  personal?: boolean
  view: ComponentType
}

const page = (load: () => Promise<{ Page: ComponentType }>): ComponentType =>
  lazy(async () => ({ default: (await load()).Page }))

/** Every page of the dashboard, in menu order. Its code is loaded when it is opened. */
export const PAGES: readonly Page[] = [
  {
    path: '/links',
    name: text.pages.links,
    icon: LinksIcon,
    key: 'l',
    group: 'work',
    view: page(() => import('../features/link/link.page.tsx')),
  },
  {
    path: '/analytics',
    name: text.pages.analytics,
    icon: ChartIcon,
    key: 'a',
    group: 'work',
    view: page(() => import('../features/analytics/analytics.page.tsx')),
  },
  {
    path: '/bio',
    name: text.pages.bio,
    icon: PhoneIcon,
    key: 'b',
    group: 'work',
    view: page(() => import('../features/bio/bio.page.tsx')),
  },
  {
    path: '/folders',
    name: text.pages.folders,
    icon: FolderIcon,
    key: 'f',
    group: 'organize',
    view: page(() => import('../features/labels/folders.page.tsx')),
  },
  {
    path: '/tags',
    name: text.pages.tags,
    icon: TagIcon,
    key: 't',
    group: 'organize',
    view: page(() => import('../features/labels/tags.page.tsx')),
  },
  {
    path: '/domains',
    name: text.pages.domains,
    icon: GlobeIcon,
    key: 'd',
    group: 'organize',
    view: page(() => import('../features/domains/domains.page.tsx')),
  },
  {
    path: '/trash',
    name: text.pages.trash,
    icon: TrashIcon,
    key: 'x',
    group: 'organize',
    scope: 'link:write',
    view: page(() => import('../features/trash/trash.page.tsx')),
  },
  {
    path: '/keys',
    name: text.pages.keys,
    icon: KeyIcon,
    key: 'k',
    group: 'connect',
    scope: 'key:manage',
    view: page(() => import('../features/keys/keys.page.tsx')),
  },
  {
    path: '/webhooks',
    name: text.pages.webhooks,
    icon: HookIcon,
    key: 'w',
    group: 'connect',
    scope: 'webhook:manage',
    view: page(() => import('../features/webhooks/webhooks.page.tsx')),
  },
  {
    path: '/members',
    name: text.pages.members,
    icon: PeopleIcon,
    key: 'm',
    group: 'team',
    scope: 'member:read',
    view: page(() => import('../features/members/members.page.tsx')),
  },
  {
    path: '/audit',
    name: text.pages.audit,
    icon: HistoryIcon,
    key: 'h',
    group: 'team',
    scope: 'audit:read',
    view: page(() => import('../features/audit/audit.page.tsx')),
  },
  {
    path: '/settings',
    name: text.pages.settings,
    icon: GearIcon,
    key: 's',
    group: 'team',
    view: page(() => import('../features/settings/settings.page.tsx')),
  },
  {
    path: '/profile',
    name: text.pages.profile,
    icon: PersonIcon,
    key: 'p',
    group: 'team',
    personal: true,
    view: page(() => import('../features/profile/profile.page.tsx')),
  },
]

/** The pages that the session may open. */
export function usePages(): readonly Page[] {
  const can = useCan()
  const person = usePerson()
  return PAGES.filter(
    ({ scope, personal }) => (!scope || can(scope)) && (!personal || person !== undefined),
  )
}
