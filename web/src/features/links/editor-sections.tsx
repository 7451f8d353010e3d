import { type ComponentType, type JSX, lazy } from 'react'
import { text } from '#messages/link-form.ts'
import { text as destinations } from '#messages/link-form-destinations.ts'
import { text as ruleWords } from '#messages/link-form-rules.ts'
import {
  ClockIcon,
  FilterIcon,
  GlobeIcon,
  LockIcon,
  PhoneIcon,
  SignpostIcon,
  SplitIcon,
  TagIcon,
} from '../../shared/icons.tsx'
import { AbFields } from './AbFields.tsx'
import { ChoiceFields } from './ChoiceFields.tsx'
import { CHOICE_FIELDS, type ListField } from './destination.rules.ts'
import { PartFields } from './FieldInput.tsx'
import type { Link } from './link.queries.ts'
import { fieldsOf, LABELS, type Part, UTM } from './link-fields.rules.ts'
import { beginList, type LinkForm, mainShare } from './link-form.rules.ts'
import { UtmFields } from './UtmFields.tsx'

/** Loaded on demand, with drag and drop. */
const RulesFields = lazy(async () => ({ default: (await import('./RulesFields.tsx')).RulesFields }))

type Section = Exclude<Part, 'basic'> | ListField

interface EditorSection {
  name: string
  icon: (props: { size?: number }) => JSX.Element
  /** A summary of the section's values; empty if nothing is set. */
  summarize: (form: LinkForm, link: Link | undefined) => string
  /** What the section holds when it is opened empty. The focus moves to its first field. */
  begins?: () => Partial<LinkForm>
  /** The fields of its part, unless they are more than inputs below each other. */
  fields?: ComponentType
}

const choiceSection = (field: (typeof CHOICE_FIELDS)[number]): EditorSection => {
  const words = destinations.lists[field]
  return {
    name: LABELS[field],
    icon: GlobeIcon,
    summarize: ({ [field]: { length } }) => (length === 0 ? '' : words.counted(length)),
    begins: () => beginList(field),
    fields: () => <ChoiceFields field={field} />,
  }
}

/** What concerns every visit, and then the rules in the order in which redirect checks them. */
const SECTIONS: Record<Section, EditorSection> = {
  utm: {
    name: text.utm.section,
    icon: TagIcon,
    summarize: (form) =>
      UTM.map((name) => form[name])
        .filter(Boolean)
        .join(' · '),
    fields: UtmFields,
  },
  code: {
    name: LABELS.redirect_code,
    icon: SignpostIcon,
    summarize: ({ redirect_code }) => (redirect_code === '301' ? text.code.permanent : ''),
  },
  expiry: {
    name: text.expiry.section,
    icon: ClockIcon,
    summarize: ({ expires_at, expires_after, expire_url }) => {
      const { clicks, dateOrClicks } = text.expiry
      const date = expires_at && DATE.format(new Date(expires_at))
      const limit = expires_after === '' ? '' : clicks(Number(expires_after))
      return date && limit ? dateOrClicks({ date, clicks: limit }) : date || limit || expire_url
    },
  },
  password: {
    name: LABELS.password,
    icon: LockIcon,
    summarize: ({ password, remove_password }, link) =>
      password || (link?.has_password && !remove_password) ? text.password.set : '',
  },
  rules: {
    name: LABELS.rules,
    icon: FilterIcon,
    summarize: ({ rules }) => (rules.length === 0 ? '' : ruleWords.counted(rules.length)),
    fields: RulesFields,
  },
  devices: {
    name: destinations.devices.section,
    icon: PhoneIcon,
    summarize: (form) =>
      fieldsOf('devices')
        .filter((field) => form[field])
        .map((field) => LABELS[field])
        .join(', '),
    begins: () => ({}),
  },
  ...(Object.fromEntries(CHOICE_FIELDS.map((field) => [field, choiceSection(field)])) as Record<
    (typeof CHOICE_FIELDS)[number],
    EditorSection
  >),
  ab: {
    name: LABELS.ab,
    icon: SplitIcon,
    summarize: ({ ab }) =>
      ab.length === 0 ? '' : [mainShare(ab), ...ab.map(({ percent }) => percent)].join(' : '),
    begins: () => beginList('ab'),
    fields: AbFields,
  },
}

const ALWAYS = ['utm', 'code']

/** The optional features of a link; their ids become parts of element ids. */
export const EDITOR_SECTIONS = Object.entries(SECTIONS).map(([id, section]) => ({
  id,
  fields: () => <PartFields part={id as Part} />,
  ...section,
}))
/** Rules that decide about a visit; one that none decides goes to the destination. */
export const RULES = EDITOR_SECTIONS.filter(({ id }) => !ALWAYS.includes(id))
/** The place of a rule in the order; 0 for other features. */
export const placeOf = (id: string): number => RULES.findIndex((rule) => rule.id === id) + 1

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
