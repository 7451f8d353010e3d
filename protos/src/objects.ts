/** How the rows of a table go when their team is removed. */
export type Removal =
  /** Deleted by `org_id`, in the order of this register. */
  | 'with_team'
  /** Likewise when the team is closed, before the other services remove its data. */
  | 'on_close'
  /** By code of the service, because more than rows has to go. */
  | 'by_service'
  /** Not at all: they belong to a person. */
  | 'never'

/** A quota, and the setting of the operator for it. 0: unlimited. */
export interface ObjectQuota {
  setting: `QUOTA_${string}`
  default: number
  /** What is counted, in the plural, as users read it. */
  of: string
  /** By default, that it counts per team. */
  desc?: string
}

/** What is known of an object. Nothing has a default, so that nothing is forgotten. */
export interface StoredObject {
  table: string
  /** Where the API creates, lists and, by id, reads it; null: nowhere, or not with an API key. */
  path: `/${string}` | null
  /** Whether the audit log records changes, under the name of the object. */
  audited: boolean
  /**
   * Kind in exports of teams, and the step of an import that writes it (null: for information only).
   * Or the reason why exports do not contain it.
   */
  moved: { kind: string; step: number | null } | string
  /** Null: unlimited, or limited to a number that operators cannot change. */
  quota: ObjectQuota | null
  removal: Removal
}

const PERSONAL = {
  path: null,
  audited: true,
  moved: 'It belongs to a person.',
  quota: null,
  removal: 'never',
} as const
const CLICKS = { path: null, audited: false, quota: null, removal: 'with_team' } as const

/**
 * What teams and people store, by service and name, in the order of an export: links come before what
 * they refer to, so that it exists when they are read. In an import, objects of a later step refer to
 * those of an earlier one; settings such as the click retention come last.
 */
export const OBJECTS = {
  link: {
    link: {
      table: 'links',
      path: '/link',
      audited: true,
      moved: { kind: 'links', step: 2 },
      quota: { setting: 'QUOTA_LINKS', default: 0, of: 'links' },
      removal: 'by_service',
    },
    note: {
      table: 'notes',
      path: '/note',
      audited: true,
      moved: { kind: 'notes', step: 3 },
      quota: { setting: 'QUOTA_NOTES', default: 1_000, of: 'notes' },
      removal: 'with_team',
    },
    webhook: {
      table: 'webhooks',
      path: '/webhook',
      audited: true,
      moved: { kind: 'webhooks', step: 3 },
      quota: { setting: 'QUOTA_WEBHOOKS', default: 50, of: 'webhooks' },
      removal: 'with_team',
    },
    import: {
      table: 'imports',
      path: '/link/import',
      audited: false,
      moved: 'Its links are exported.',
      quota: { setting: 'QUOTA_IMPORTS', default: 100, of: 'unfinished imports' },
      removal: 'with_team',
    },
  },
  catalog: {
    organization: {
      table: 'organizations',
      path: null,
      audited: true,
      moved: { kind: 'organization', step: 7 },
      quota: {
        setting: 'QUOTA_TEAMS',
        default: 10,
        of: 'teams',
        desc: 'Teams that a person who creates teams can own; 0: unlimited',
      },
      removal: 'by_service',
    },
    // Before members: otherwise an invitation could still be accepted.
    invitation: {
      table: 'invitations',
      path: '/invitation',
      audited: true,
      moved: 'Its token is secret, and opens the instance that made it.',
      quota: null,
      removal: 'on_close',
    },
    member: {
      table: 'memberships',
      path: '/member',
      audited: true,
      moved: { kind: 'members', step: null },
      quota: null,
      removal: 'on_close',
    },
    domain: {
      table: 'domains',
      path: '/domain',
      audited: true,
      moved: { kind: 'domains', step: 1 },
      quota: { setting: 'QUOTA_DOMAINS', default: 1_000, of: 'domains' },
      removal: 'by_service',
    },
    folder: {
      table: 'folders',
      path: '/folder',
      audited: true,
      moved: { kind: 'folders', step: 1 },
      quota: { setting: 'QUOTA_FOLDERS', default: 10_000, of: 'folders' },
      removal: 'with_team',
    },
    tag: {
      table: 'tags',
      path: '/tag',
      audited: true,
      moved: { kind: 'tags', step: 1 },
      quota: { setting: 'QUOTA_TAGS', default: 10_000, of: 'tags' },
      removal: 'with_team',
    },
    view: {
      table: 'views',
      path: '/view',
      audited: true,
      moved: { kind: 'views', step: 3 },
      quota: { setting: 'QUOTA_VIEWS', default: 100, of: 'saved views' },
      removal: 'with_team',
    },
    erasure: {
      table: 'erasures',
      path: '/erasure',
      audited: true,
      moved: 'Counts of the erased clicks are exported.',
      quota: null,
      removal: 'on_close',
    },
    key: {
      table: 'api_keys',
      path: '/key',
      audited: true,
      moved: 'Its secret is unknown, and opens the instance that made it.',
      quota: { setting: 'QUOTA_KEYS', default: 100, of: 'API keys' },
      removal: 'with_team',
    },
    // After keys, which refer to the user of a team.
    account: {
      table: 'users',
      path: null,
      audited: true,
      moved: 'People sign in to each instance on their own.',
      quota: null,
      removal: 'with_team',
    },
    session: { table: 'sessions', ...PERSONAL },
    passkey: { table: 'passkeys', ...PERSONAL },
    identity: { table: 'identities', ...PERSONAL },
  },
  bio: {
    bio_page: {
      table: 'bio_pages',
      path: null,
      audited: true,
      moved: { kind: 'bio_pages', step: 3 },
      quota: null,
      removal: 'with_team',
    },
    bio_link: {
      table: 'bio_links',
      path: '/bio/link',
      audited: true,
      moved: { kind: 'bio_links', step: 3 },
      quota: null,
      removal: 'with_team',
    },
    bio_picture: {
      table: 'bio_pictures',
      path: null,
      audited: false,
      moved: { kind: 'bio_pictures', step: 4 },
      quota: null,
      removal: 'with_team',
    },
  },
  analytics: {
    cutoff: { table: 'cutoffs_v1', moved: { kind: 'cutoffs', step: 5 }, ...CLICKS },
    retired_click: {
      table: 'retired_clicks_v1',
      moved: { kind: 'retired_clicks', step: 4 },
      ...CLICKS,
    },
    click: { table: 'clicks_raw_v1', moved: { kind: 'clicks', step: 6 }, ...CLICKS },
  },
} as const satisfies Record<string, Record<string, StoredObject>>

/** The services that store data of teams. */
export type Service = keyof typeof OBJECTS

export const SERVICES = Object.keys(OBJECTS) as Service[]

/** Further tables with an `org_id`: parts of objects, what derives from them, and logs. */
export const FURTHER_TABLES: Readonly<Record<Service, Readonly<Record<string, Removal>>>> = {
  link: {
    link_clicks: 'by_service',
    link_count_changes: 'with_team',
    link_counts: 'with_team',
    outbox: 'by_service',
    audit_log: 'by_service',
  },
  catalog: { held_names: 'with_team', team_imports: 'with_team', audit_log: 'by_service' },
  bio: { audit_log: 'by_service' },
  analytics: {
    links_v1: 'with_team',
    visitors_v1: 'with_team',
    visitor_days_v1: 'with_team',
    late_clicks_v1: 'with_team',
    erased_clicks_v1: 'with_team',
    erasures_v1: 'with_team',
  },
}

/** The objects of a service by name. */
export const objectsOf = (service: Service): [name: string, StoredObject][] =>
  Object.entries(OBJECTS[service])

/** The tables of a service whose rows go in this way, in the order in which they do. */
export const tablesOf = (service: Service, removal: Removal): string[] =>
  [
    ...objectsOf(service).map(([, it]) => [it.table, it.removal] as const),
    ...Object.entries(FURTHER_TABLES[service]),
  ]
    .filter(([, it]) => it === removal)
    .map(([table]) => table)

/** The names of the objects in the audit log of a service. */
export const auditedBy = (service: Service): string[] =>
  objectsOf(service)
    .filter(([, it]) => it.audited)
    .map(([name]) => name)

/** The names of the objects in the audit log of any service. */
export const AUDITED: string[] = SERVICES.flatMap(auditedBy)
