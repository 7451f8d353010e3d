import type { ComponentType, JSX } from 'react'
import { text } from '#messages/link-form.ts'
import { text as fields } from '#messages/link-form-fields.ts'
import {
  ClockIcon,
  GlobeIcon,
  LockIcon,
  PhoneIcon,
  SignpostIcon,
  SplitIcon,
  TagIcon,
} from '../../shared/icons.tsx'
import { AbFields } from './AbFields.tsx'
import { ChoiceFields } from './ChoiceFields.tsx'
import { CHOICE_FIELDS, DESTINATION_FIELDS } from './destination.rules.ts'
import { ExpiryFields } from './ExpiryFields.tsx'
import type { Link } from './link.queries.ts'
import { beginList, type LinkForm, mainShare } from './link-form.rules.ts'
import { PasswordFields, PhoneFields, RedirectFields } from './RuleFields.tsx'
import { UtmFields } from './UtmFields.tsx'
import { UTM } from './utm.rules.ts'

interface EditorSection {
  /** Becomes part of element ids. */
  id: string
  name: string
  icon: (props: { size?: number }) => JSX.Element
  /** A summary of the section's values; empty if nothing is set. */
  says: (form: LinkForm, link: Link | undefined) => string
  /** What the section holds when it is opened empty. The focus moves to its first field. */
  begins?: () => Partial<LinkForm>
  fields: ComponentType
}

/** Features that concern every visit. */
const ALWAYS: readonly EditorSection[] = [
  {
    id: 'utm',
    name: text.utm.section,
    icon: TagIcon,
    says: (form) =>
      UTM.map((name) => form[`utm_${name}`])
        .filter(Boolean)
        .join(' · '),
    fields: UtmFields,
  },
  {
    id: 'code',
    name: text.code.section,
    icon: SignpostIcon,
    says: ({ redirect_code }) => (redirect_code === '301' ? text.code.permanent : ''),
    fields: RedirectFields,
  },
]

/** Rules in the order in which redirect checks them; a visit that none decides goes to the destination. */
export const RULES: readonly EditorSection[] = [
  {
    id: 'expiry',
    name: text.expiry.section,
    icon: ClockIcon,
    says: ({ expires_at, expires_after, expire_url }) => {
      const { clicks, dateOrClicks } = text.expiry
      const date = expires_at && DATE.format(new Date(expires_at))
      const limit = expires_after === '' ? '' : clicks(expires_after)
      return date && limit ? dateOrClicks(date, limit) : date || limit || expire_url
    },
    fields: ExpiryFields,
  },
  {
    id: 'password',
    name: text.password.section,
    icon: LockIcon,
    says: ({ password, remove_password }, link) =>
      password || (link?.has_password && !remove_password) ? text.password.set : '',
    fields: PasswordFields,
  },
  {
    id: 'devices',
    name: text.devices.section,
    icon: PhoneIcon,
    says: (form) =>
      text.devices.listed(
        DESTINATION_FIELDS.filter((field) => form[field]).map((field) => fields[field]),
      ),
    begins: () => ({}),
    fields: PhoneFields,
  },
  ...CHOICE_FIELDS.map((field): EditorSection => {
    const words = text.lists[field]
    return {
      id: field,
      name: words.section,
      icon: GlobeIcon,
      says: ({ [field]: { length } }) => (length === 0 ? '' : words.counted(length)),
      begins: () => beginList(field),
      fields: () => <ChoiceFields field={field} />,
    }
  }),
  {
    id: 'ab',
    name: text.ab.section,
    icon: SplitIcon,
    says: ({ ab }) =>
      ab.length === 0 ? '' : [mainShare(ab), ...ab.map(({ percent }) => percent)].join(' : '),
    begins: () => beginList('ab'),
    fields: AbFields,
  },
]

/** The optional features of a link. */
export const EDITOR_SECTIONS = [...ALWAYS, ...RULES]
/** The place of a rule in the order; 0 for other features. */
export const placeOf = (id: string): number => RULES.findIndex((rule) => rule.id === id) + 1

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
