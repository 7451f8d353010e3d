import type { Actor } from '@fingerpost/kit/audit/actor'
import type { DomainEvent as DomainEventType, Task } from '@fingerpost/protos/words'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

interface Dated {
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface OrganizationTable extends Dated {
  id: GeneratedAlways<number>
  name: string
  slug: string
  logo: string | null
  time_zone: string | null
  click_retention_months: number | null
}

/** A person has an email address and no team; the user of a team has a team and no address. */
interface UserTable {
  id: GeneratedAlways<number>
  org_id: number | null
  email: string | null
  email_key: string | null
  name: Generated<string>
  time_zone: Generated<string>
  password_hash: string | null
  disabled_at: Date | null
  /** Null: the person has not proved that the address is theirs. */
  email_verified_at: Date | null
  created_at: Generated<Date>
}

interface MembershipTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number
  role: string
  /** The invitation that the person accepted. */
  invitation_id: number | null
  own_links_only: Generated<boolean>
  created_at: Generated<Date>
}

interface SessionTable {
  id: GeneratedAlways<number>
  user_id: number
  sha256: Buffer
  user_agent: string
  created_at: Generated<Date>
  seen_at: Generated<Date>
}

interface InvitationTable {
  id: GeneratedAlways<number>
  org_id: number
  role: string
  email: string | null
  email_key: string | null
  user_id: number | null
  /** The API key that made it. */
  key_id: number | null
  own_links_only: Generated<boolean>
  sha256: Buffer
  /** Of the token that was sent to the address. */
  mailed_sha256: Buffer | null
  /** The address of an account with which a new person tried to accept it. */
  tried_email_key: string | null
  expires_at: Date
  created_at: Generated<Date>
}

interface PasswordResetTable {
  user_id: number
  sha256: Buffer
  expires_at: Date
  mailed_at: Date | null
}

interface PasskeyTable {
  id: GeneratedAlways<number>
  user_id: number
  credential_id: Buffer
  user_handle: Buffer
  host: string
  public_key: Buffer
  counter: number
  transports: string[]
  backed_up: boolean
  name: string
  created_at: Generated<Date>
  used_at: Date | null
}

interface IdentityTable {
  id: GeneratedAlways<number>
  user_id: number
  issuer: string
  subject: string
  created_at: Generated<Date>
}

interface ApiKeyTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number
  name: string
  sha256: Buffer
  last_four: string
  scopes: string[]
  expires_at: Date | null
  revoked_at: Date | null
  /** The API key that made it. */
  made_by: number | null
  created_at: Generated<Date>
}

/** A secret that a rotation replaced. */
interface ReplacedSecretTable {
  sha256: Buffer
  key_id: number
  valid_until: Date
}

interface KeyUseTable {
  key_id: number
  used_at: Date
}

interface DomainTable extends Dated {
  id: GeneratedAlways<number>
  org_id: number
  name: string
  slug_length: Generated<number>
  allow_preview: Generated<boolean>
  /** Whether `proven_by` has a value. */
  verified: GeneratedAlways<boolean>
  owner: string | null
  root_url: string | null
  not_found_url: string | null
  expired_url: string | null
  case_sensitive: Generated<boolean>
  forward_query: Generated<string>
  is_default: Generated<boolean>
  version: Generated<number>
  verify_token: Generated<string>
  proven_by: 'dns' | 'operator' | null
  claimed_at: Generated<Date>
  checked_at: Date | null
  failing_since: Date | null
}

interface HeldNameTable {
  name: string
  org_id: number
  until: Date
}

interface LabelTable extends Dated {
  id: GeneratedAlways<number>
  org_id: number
  name: string
  name_key: string
  color: string | null
}

interface ViewTable extends Dated {
  id: GeneratedAlways<number>
  org_id: number
  name: string
  name_key: string
  page: string
  query: string
  created_by: number
}

interface ErasureTable {
  id: GeneratedAlways<number>
  org_id: number
  link_ids: number[]
  domain_id: number | null
  address: string | null
  from: Date | null
  to: Date | null
  until: Date
  of_deleted_links: boolean
  state: Generated<string>
  found: Generated<number>
  remaining: Generated<number>
  failure: string | null
  created_by: number
  created_at: Generated<Date>
  done_at: Date | null
}

/** A deleted folder or tag that links may still have. */
export interface Removal {
  orgId: number
  labelId: number
}

/** An event of a domain, for the webhooks of its team. */
export interface DomainEvent {
  /** UUID */
  id: string
  orgId: number
  type: DomainEventType
  data: object
}

/**
 * A person who left a team or may no longer create webhooks or imports in it, by a new role or because a key was
 * revoked, and the user who gets these: the person, if still a member.
 */
export interface Departure {
  orgId: number
  userId: number
  toUserId: number
  leftAtMs: number
  actor: Actor
  /** The person's keys that were revoked, if only their webhooks are meant. */
  keyIds?: readonly number[]
  /** What is not stopped. */
  keep: readonly Task[]
}

/** The payloads of outbox rows by topic. */
export interface Payloads {
  folder_removed: Removal
  tag_removed: Removal
  /** A DomainRecord as JSON. */
  domain_changed: unknown
  domain_event: DomainEvent
  member_left: Departure
}
export type Topic = keyof Payloads

interface OutboxTable {
  id: GeneratedAlways<number>
  topic: Topic
  payload: ColumnType<Payloads[Topic], string, never>
  due_at: Generated<Date>
  created_at: Generated<Date>
}

interface RepublicationTable {
  id: GeneratedAlways<number>
  records: Generated<number>
  asked_at: Generated<Date>
  finished_at: Date | null
}

interface TeamImportTable {
  org_id: number
  export_id: string
  shifts: ColumnType<Record<string, number>, string, never>
  created_at: Generated<Date>
  finished_at: Generated<Date | null>
}

/** The tables of the database `catalog` after all migrations. */
export interface CatalogSchema {
  organizations: OrganizationTable
  team_imports: TeamImportTable
  users: UserTable
  memberships: MembershipTable
  sessions: SessionTable
  invitations: InvitationTable
  password_resets: PasswordResetTable
  passkeys: PasskeyTable
  identities: IdentityTable
  api_keys: ApiKeyTable
  replaced_secrets: ReplacedSecretTable
  key_uses: KeyUseTable
  domains: DomainTable
  held_names: HeldNameTable
  folders: LabelTable
  tags: LabelTable
  views: ViewTable
  erasures: ErasureTable
  outbox: OutboxTable
  republications: RepublicationTable
}

export type UserRow = Selectable<UserTable>
export type InvitationRow = Selectable<InvitationTable>
export type PasskeyRow = Selectable<PasskeyTable>
export type ApiKeyRow = Selectable<ApiKeyTable>
export type DomainRow = Selectable<DomainTable>
export type LabelRow = Selectable<LabelTable>
export type ViewRow = Selectable<ViewTable>
export type ErasureRow = Selectable<ErasureTable>
