/**
 * Closed sets of words. Messages carry them as strings, because a process of the next release may
 * send a word that this one does not know: read them with `isOneOf`.
 */

/** What API keys begin with, followed by an underscore. */
export const KEY_PREFIX = 'fp'

/** The scopes that an API key can have. */
export const SCOPES = [
  'link:read',
  'link:write',
  'analytics:read',
  'catalog:read',
  'catalog:write',
  'bio:read',
  'bio:write',
  'key:manage',
  'webhook:manage',
  'member:read',
  'member:write',
  'audit:read',
  'team:write',
  'click:erase',
] as const
export type Scope = (typeof SCOPES)[number]

/** The events of a domain, which catalog sends to link. */
export const DOMAIN_EVENTS = ['domain.verified', 'domain.failing', 'domain.unverified'] as const
export type DomainEvent = (typeof DOMAIN_EVENTS)[number]

/** The events that webhooks can subscribe to. */
export const EVENT_TYPES = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.expired',
  'link.clicked',
  'import.finished',
  ...DOMAIN_EVENTS,
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** How a domain merges the query of a visitor into that of a destination. */
export const FORWARD_MODES = ['merge', 'override', 'off'] as const
export type ForwardMode = (typeof FORWARD_MODES)[number]

/** The states of the proof that a domain belongs to its team. */
export const PROOF_STATES = ['pending', 'lapsed', 'proven', 'failing'] as const
export type ProofState = (typeof PROOF_STATES)[number]

/** The states of an import. */
export type ImportStatus = 'filling' | 'queued' | 'running' | 'done'

/** The states of an erasure of clicks. */
export const ERASURE_STATES = ['queued', 'erasing', 'done'] as const

/** What continues without the person who set it up, unless it is stopped. */
export const TASKS = ['webhooks', 'imports'] as const
export type Task = (typeof TASKS)[number]

/** The states of a message to a webhook. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The page sizes that lists accept. */
export const PAGE_SIZES = [10, 25, 50, 75, 100] as const

/** The pages of the dashboard that have saved views. */
export const VIEW_PAGES = ['links', 'analytics'] as const

/** The directions of a list. */
export const ORDERS = ['asc', 'desc'] as const
export type Order = (typeof ORDERS)[number]

/** What a list of links can be sorted by. */
export const LINK_SORTS = [
  'created_at',
  'updated_at',
  'clicked_at',
  'clicks',
  'title',
  'slug',
] as const
export type LinkSort = (typeof LINK_SORTS)[number]

/** What a list of webhooks can be sorted by. */
export const WEBHOOK_SORTS = ['created_at', 'name'] as const
export type WebhookSort = (typeof WEBHOOK_SORTS)[number]

/** The states by which a list of links can be filtered. */
export const LINK_STATUSES = ['active', 'expired'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

/** What `TagLinks` does with the tags of a link. */
export const TAG_MODES = ['add', 'replace', 'remove'] as const
export type TagMode = (typeof TAG_MODES)[number]

/** What happened to a changed link. */
export const CHANGE_KINDS = ['created', 'updated', 'deleted'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** What an entry says about its object; purged: a link; refused: a sign-in; exported: data of a team. */
export const AUDIT_OPERATIONS = [
  ...CHANGE_KINDS,
  ...['restored', 'purged', 'refused', 'exported'],
] as const

/** The data that exports contain. */
export const EXPORTS = ['audit', 'clicks', 'links', 'team'] as const

/** Whether a value is one of a closed set. */
export const isOneOf = <const Word>(words: readonly Word[], word: unknown): word is Word =>
  (words as readonly unknown[]).includes(word)
