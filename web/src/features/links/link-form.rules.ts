import type { Schemas } from '@fingerpost/client'
import { completeUrl } from '../../shared/url-input.rules.ts'
import { forLists, LISTS, type ListField } from './destination.rules.ts'
import { type LinkBody, type LinkValues, readFields, sendFields, UTM } from './link-fields.rules.ts'

type Link = Schemas['Link']

/** A row of a list; `key` is that of React, unique within the form. */
export type Row<Field extends ListField> = Omit<Link[Field][number], 'id'> & {
  key: string
  id?: number
}

export type Lists = { [Field in ListField]: Row<Field>[] }

/** An edited link. */
export type LinkForm = LinkValues & Lists

/** The form values of a link, or of a new one; times are those of the zone. */
export const toForm = (link: Partial<Link>, zone: string): LinkForm => ({
  ...readFields(link, zone),
  ...(forLists((field) =>
    (link[field] ?? []).map((item, index) => ({ ...item, key: `${index}` })),
  ) as Lists),
})

/** The form of a newer version of its link: fields that were edited keep what was entered. */
export const rebased = (form: LinkForm, before: LinkForm, now: LinkForm): LinkForm =>
  Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const entered = form[name as keyof LinkForm]
      const isEdited = JSON.stringify(entered) !== JSON.stringify(before[name as keyof LinkForm])
      return [name, isEdited ? entered : value]
    }),
  ) as unknown as LinkForm

/** With the keys of rows that another form has at the same places, so that inputs keep the focus. */
export const withKeys = (form: LinkForm, other: LinkForm): LinkForm => ({
  ...form,
  ...(forLists((field) =>
    form[field].map((row, index) => ({ ...row, key: other[field][index]?.key ?? row.key })),
  ) as Lists),
})

/** Without a slug, one is generated; without a title, the title of the page is fetched. */
export function toCreateBody(form: LinkForm, zone: string) {
  const { url, domain_id, ...fields } = sendFields(form, zone)
  const set = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== '' && value !== false,
  )
  return { ...(Object.fromEntries(set) as LinkBody), url, domain_id }
}

/** Only the changed fields, so that concurrent changes by others are kept. */
export function toUpdateBody(form: LinkForm, link: Link, zone: string): LinkBody {
  const before: Record<string, unknown> = sendFields(readFields(link, zone), zone)
  const changed = Object.entries(sendFields(form, zone)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed) as LinkBody
}

/** The key of the row that a list begins with when its section is opened empty. */
const FIRST = 'first'

/** A list with one row to type into. */
export const beginList = (field: ListField): Partial<LinkForm> => ({
  [field]: [{ key: FIRST, url: '', ...LISTS[field].first }],
})

/** The form without first rows that were not edited. */
export const withoutUntouched = (form: LinkForm): LinkForm => ({
  ...form,
  ...(forLists((field) => {
    const [first] = beginList(field)[field] ?? []
    return (form[field] as readonly object[]).filter((it) => !isSame(it, first))
  }) as Lists),
})

const isSame = (one: object, other: object | undefined): boolean =>
  JSON.stringify({ ...other, ...one }) === JSON.stringify(other)

/** The lists of a form, as the API takes them. */
export const toLists = (form: LinkForm): Record<ListField, object[]> =>
  forLists((field) =>
    form[field].map(({ key: _, ...item }) => ({ ...item, url: completeUrl(item.url) })),
  )

/** The remaining percentage for the main destination. */
export const mainShare = (ab: readonly { percent: number }[]): number =>
  round(100 - ab.reduce((sum, { percent }) => sum + percent, 0))

/** Limits the share of a variant to what the others leave. */
export const shareOf = (
  ab: readonly { percent: number }[],
  index: number,
  requested: number,
): number => {
  const others = ab.reduce((sum, { percent }, i) => (i === index ? sum : sum + percent), 0)
  return round(Math.max(0, Math.min(requested, 100 - others)))
}

const round = (percent: number): number => Math.round(percent * 100) / 100

/** The final URL with UTM parameters; undefined while the destination is invalid. */
export function finalUrl(form: LinkForm): string | undefined {
  const destination = completeUrl(form.url)
  if (!URL.canParse(destination)) return undefined
  const url = new URL(destination)
  for (const name of UTM) {
    const value = form[name].trim()
    if (value) url.searchParams.set(name, value)
  }
  return url.href
}
