import type { ComponentType, JSX } from 'react'
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
import {
  CHOICE_FIELDS,
  CHOICE_LISTS,
  DESTINATION_FIELDS,
  DESTINATIONS,
} from './destination.rules.ts'
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

const count = (number: number, one: string, many: string): string =>
  number === 0 ? '' : number === 1 ? `1 ${one}` : `${number} ${many}`

/** Optional features of a link, most used first. */
export const EDITOR_SECTIONS: readonly EditorSection[] = [
  {
    name: 'UTM parameters',
    icon: TagIcon,
    says: (form) =>
      UTM.map((name) => form[`utm_${name}`])
        .filter(Boolean)
        .join(' · '),
    fields: UtmFields,
  },
  {
    name: 'A/B test',
    icon: SplitIcon,
    says: ({ ab }) =>
      ab.length === 0 ? '' : [mainShare(ab), ...ab.map(({ percent }) => percent)].join(' : '),
    fields: AbFields,
  },
  ...CHOICE_FIELDS.map((field): EditorSection => {
    const { section, one, many } = CHOICE_LISTS[field]
    return {
      name: section,
      icon: GlobeIcon,
      says: (form) => count(form[field].length, one, many),
      fields: () => <ChoiceFields field={field} />,
    }
  }),
  {
    name: 'Device targeting',
    icon: PhoneIcon,
    says: (form) =>
      DESTINATION_FIELDS.filter((field) => form[field])
        .map((field) => DESTINATIONS[field].label)
        .join(', '),
    fields: PhoneFields,
  },
  {
    name: 'Expiry',
    icon: ClockIcon,
    says: ({ expires_at, expires_after }) =>
      [
        expires_at && new Date(expires_at).toLocaleDateString(),
        expires_after !== '' && count(expires_after, 'click', 'clicks'),
      ]
        .filter(Boolean)
        .join(' or '),
    fields: ExpiryFields,
  },
  {
    name: 'Password',
    icon: LockIcon,
    says: ({ password, remove_password }, link) =>
      password || (link?.has_password && !remove_password) ? 'Set' : '',
    fields: PasswordFields,
  },
  {
    name: 'Redirect code',
    icon: SignpostIcon,
    says: ({ redirect_code }) => (redirect_code === '301' ? '301, permanent' : ''),
    fields: RedirectFields,
  },
]
