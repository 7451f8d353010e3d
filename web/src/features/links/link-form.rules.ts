import type { Schemas } from '@fingerpost/client'
import { fieldTime, instantOf } from '../../shared/local-time.rules.ts'
import { completeUrl } from '../../shared/url-input.rules.ts'
import {
  CHOICE_LISTS,
  type ChoiceField,
  type DestinationField,
  forChoices,
  forDestinations,
  type ListField,
} from './destination.rules.ts'
import { UTM, type UtmField } from './utm.rules.ts'

type Link = Schemas['Link']

interface Variant {
  /** React key of the row, unique within the form. */
  key: string
  id?: number
  url: string
}

/** An edited link: text fields are never null, times are in the user's time zone. */
export interface LinkForm
  extends Record<UtmField | DestinationField, string>,
    Record<ChoiceField, (Variant & { choice: string | null })[]> {
  url: string
  domain_id: string
  slug: string
  title: string
  folder_id: string | null
  tags: string[]
  redirect_code: '301' | '302'
  password: string
  remove_password: boolean
  /** A local time in the zone. */
  expires_at: string
  zone: string
  expires_after: number | ''
  expire_url: string
  ab: (Variant & { percent: number })[]
}

/** The form values of a link, or of a new one on this domain; times are those of the zone. */
export function toForm(link: Partial<Link>, domainId: number, zone: string): LinkForm {
  const text = (name: keyof Link) => (link[name] as string | null | undefined) ?? ''
  return {
    url: text('url'),
    domain_id: `${link.domain_id ?? domainId}`,
    slug: text('slug'),
    title: text('title'),
    folder_id: link.folder_id ? `${link.folder_id}` : null,
    tags: (link.tags ?? []).map(({ id }) => `${id}`),
    utm_source: text('utm_source'),
    utm_medium: text('utm_medium'),
    utm_campaign: text('utm_campaign'),
    utm_term: text('utm_term'),
    utm_content: text('utm_content'),
    utm_reference: text('utm_reference'),
    redirect_code: link.redirect_code === 301 ? '301' : '302',
    password: '',
    remove_password: false,
    expires_at: link.expires_at ? fieldTime(zone, link.expires_at) : '',
    zone,
    expires_after: link.expires_after || '',
    expire_url: text('expire_url'),
    ...forDestinations(text),
    ab: (link.ab ?? []).map((it, index) => ({ ...it, key: `${index}` })),
    ...forChoices((field) =>
      (link[field] ?? []).map((it, index) => {
        const values: Record<string, unknown> = it
        const choice = values[CHOICE_LISTS[field].value] as string
        return { id: it.id, url: it.url, choice, key: `${index}` }
      }),
    ),
  }
}

const orNull = (text: string): string | null => text.trim() || null
const urlOrNull = (text: string): string | null => completeUrl(text) || null

/** All fields except lists, which have separate calls. */
function toBody(form: LinkForm) {
  return {
    url: completeUrl(form.url),
    domain_id: Number(form.domain_id),
    title: orNull(form.title),
    folder_id: form.folder_id === null ? null : Number(form.folder_id),
    tags: form.tags.map(Number),
    utm_source: orNull(form.utm_source),
    utm_medium: orNull(form.utm_medium),
    utm_campaign: orNull(form.utm_campaign),
    utm_term: orNull(form.utm_term),
    utm_content: orNull(form.utm_content),
    utm_reference: orNull(form.utm_reference),
    redirect_code: form.redirect_code === '301' ? (301 as const) : (302 as const),
    expires_at: form.expires_at ? instantOf(form.zone, form.expires_at) : null,
    expires_after: form.expires_after === '' ? null : form.expires_after,
    expire_url: urlOrNull(form.expire_url),
    ...forDestinations((field) => urlOrNull(form[field])),
  }
}

/** Without a slug, one is generated; without a title, the title of the page is fetched. */
export function toCreateBody(form: LinkForm) {
  const { title, ...body } = toBody(form)
  return {
    ...body,
    ...(form.slug.trim() && { slug: form.slug.trim() }),
    ...(title && { title }),
    ...(form.password && { password: form.password }),
  }
}

/** Only the changed fields, so that concurrent changes by others are kept. */
export function toUpdateBody(form: LinkForm, link: Link) {
  const before: Record<string, unknown> = toBody(toForm(link, link.domain_id, form.zone))
  const changed = Object.entries(toBody(form)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return {
    ...(Object.fromEntries(changed) as Partial<ReturnType<typeof toBody>>),
    ...(form.slug.trim() !== link.slug && { slug: form.slug.trim() }),
    ...(form.password && { password: form.password }),
    ...(form.remove_password && { remove_password: true }),
  }
}

const toItem = ({ id, url }: Variant) => ({
  ...(id !== undefined && { id }),
  url: completeUrl(url),
})

/** The key of the row that a list begins with when its section is opened empty. */
const FIRST = 'first'
const FIRST_PERCENT = 50

/** A list with one row to type into. */
export const beginList = (field: ListField): Partial<LinkForm> => ({
  [field]: [
    { key: FIRST, url: '', ...(field === 'ab' ? { percent: FIRST_PERCENT } : { choice: null }) },
  ],
})

/** The form without first rows that were not edited. */
export const withoutUntouched = (form: LinkForm): LinkForm => ({
  ...form,
  ab: form.ab.filter((it) => !(isBlank(it) && it.percent === FIRST_PERCENT)),
  ...forChoices((field) => form[field].filter((it) => !(isBlank(it) && it.choice === null))),
})

const isBlank = ({ key, url }: Variant): boolean => key === FIRST && url.trim() === ''

/** The lists of a form, as the API takes them. */
export const toLists = (form: LinkForm): Record<ListField, object[]> => ({
  ab: form.ab.map((it) => ({ ...toItem(it), percent: it.percent })),
  ...forChoices((field) =>
    form[field].map((it) => ({ ...toItem(it), [CHOICE_LISTS[field].value]: it.choice ?? '' })),
  ),
})

/** The remaining percentage for the main destination. */
export const mainShare = (ab: readonly { percent: number }[]): number =>
  round(100 - ab.reduce((sum, { percent }) => sum + percent, 0))

/** Limits the share of a variant to what the others leave. */
export const shareOf = (
  ab: readonly { percent: number }[],
  index: number,
  wish: number,
): number => {
  const others = ab.reduce((sum, { percent }, i) => (i === index ? sum : sum + percent), 0)
  return round(Math.max(0, Math.min(wish, 100 - others)))
}

const round = (percent: number): number => Math.round(percent * 100) / 100

/** The final URL with UTM parameters; undefined while the destination is invalid. */
export function finalUrl(form: LinkForm): string | undefined {
  const destination = completeUrl(form.url)
  if (!URL.canParse(destination)) return undefined
  const url = new URL(destination)
  for (const name of UTM) {
    const value = form[`utm_${name}`].trim()
    if (value) url.searchParams.set(`utm_${name}`, value)
  }
  return url.href
}
