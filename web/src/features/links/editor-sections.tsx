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
import { type LinkForm, mainShare } from './link-form.rules.ts'
import { PasswordFields, PhoneFields, RedirectFields } from './RuleFields.tsx'
import { UtmFields } from './UtmFields.tsx'
import { UTM } from './utm.rules.ts'

interface EditorSection {
  name: string
  icon: (props: { size?: number }) => JSX.Element
  /** A summary of the section's values; empty if nothing is set. */
  says: (form: LinkForm, link: Link | undefined) => string
  fields: ComponentType
}

/** Optional features of a link, most used first. */
export const EDITOR_SECTIONS: readonly EditorSection[] = [
  {
    name: text.utm.section,
    icon: TagIcon,
    says: (form) =>
      UTM.map((name) => form[`utm_${name}`])
        .filter(Boolean)
        .join(' · '),
    fields: UtmFields,
  },
  {
    name: text.ab.section,
    icon: SplitIcon,
    says: ({ ab }) =>
      ab.length === 0 ? '' : [mainShare(ab), ...ab.map(({ percent }) => percent)].join(' : '),
    fields: AbFields,
  },
  ...CHOICE_FIELDS.map((field): EditorSection => {
    const words = text.lists[field]
    return {
      name: words.section,
      icon: GlobeIcon,
      says: ({ [field]: { length } }) => (length === 0 ? '' : words.counted(length)),
      fields: () => <ChoiceFields field={field} />,
    }
  }),
  {
    name: text.devices.section,
    icon: PhoneIcon,
    says: (form) =>
      text.devices.listed(
        DESTINATION_FIELDS.filter((field) => form[field]).map((field) => fields[field]),
      ),
    fields: PhoneFields,
  },
  {
    name: text.expiry.section,
    icon: ClockIcon,
    says: ({ expires_at, expires_after }) => {
      const { clicks, dateOrClicks } = text.expiry
      const date = expires_at && new Date(expires_at).toLocaleDateString()
      const limit = expires_after === '' ? '' : clicks(expires_after)
      return date && limit ? dateOrClicks(date, limit) : date || limit
    },
    fields: ExpiryFields,
  },
  {
    name: text.password.section,
    icon: LockIcon,
    says: ({ password, remove_password }, link) =>
      password || (link?.has_password && !remove_password) ? text.password.set : '',
    fields: PasswordFields,
  },
  {
    name: text.code.section,
    icon: SignpostIcon,
    says: ({ redirect_code }) => (redirect_code === '301' ? text.code.permanent : ''),
    fields: RedirectFields,
  },
]
