import { canonicalUrl } from '@fingerpost/kit/net/url'
import type { Page } from '@fingerpost/kit/visitor/page'
import type { Organization } from '@fingerpost/protos/catalog/v1/organization'
import { h } from 'preact'
import type { BioLinkRow } from '../bio.schema.ts'
import { isShownImage, type Profile } from '../bios/bio.rules.ts'
import { pictureHash } from '../pictures/picture.rules.ts'
import { PLATFORMS, type PlatformType } from '../platforms/table.rules.ts'
import { linkTarget } from './request.rules.ts'
import { BIO_STYLE } from './style.rules.ts'

/** A link as visitors see it. */
export interface PublicLink {
  id: number
  type: PlatformType
  url: string
  title: string | null
  username: string | null
}

/** A team's page as the REST API returns it: the Bio response. */
export interface PublicPage {
  id: number
  organization: { id: string; name: string; slug: string; logo: string | null }
  bio: Profile | null
  links: PublicLink[]
}

/** Sites that verify an account by its exact address in a `rel=me` link, without following redirects. */
const VERIFYING: readonly PlatformType[] = ['mastodon', 'threads', 'website']

/** What visitors see of a team, its profile, if it has saved one, and its links. */
export function publicPage(
  team: Organization,
  page: (Profile & { id: number }) | undefined,
  links: readonly BioLinkRow[],
): PublicPage {
  const { id = 0, ...bio } = page ?? {}
  return {
    id,
    organization: {
      id: String(team.id),
      name: team.name,
      slug: team.slug,
      logo: shownImage(team.logo),
    },
    bio: page ? { ...(bio as Profile), image: shownImage(page.image) } : null,
    links: links
      .filter(({ enabled }) => enabled)
      .map(({ id, type, url, title, username }) => ({ id, type, url, title, username })),
  }
}

/**
 * The page as HTML without scripts. Without the `origin` of the instance, its canonical address is
 * relative.
 */
export function bioPage(page: PublicPage, origin?: string): Page {
  const { organization, bio, links } = page
  const name = bio?.title ?? organization.name
  const image = imageOf(page)
  const isUploaded = image !== undefined && pictureHash(image) !== undefined
  const publicImage = isUploaded ? origin && origin + image : image
  const address = `${origin ?? ''}/@${encodeURIComponent(organization.slug)}`
  const types = [...new Set(links.map(({ type }) => type))]
  return {
    status: 200,
    isPublic: true,
    style: BIO_STYLE,
    images: isUploaded ? "'self' data:" : 'https: data:',
    title: () => name,
    head: [
      h('link', { rel: 'canonical', href: address }),
      links
        .filter(({ type }) => VERIFYING.includes(type))
        .map(({ url }) => h('link', { rel: 'me', href: url })),
      h('meta', { property: 'og:type', content: 'profile' }),
      origin && h('meta', { property: 'og:url', content: address }),
      h('meta', { property: 'og:title', content: name }),
      bio?.subtitle &&
        h('meta', { name: 'description', property: 'og:description', content: bio.subtitle }),
      publicImage && h('meta', { property: 'og:image', content: publicImage }),
      h('meta', { name: 'twitter:card', content: 'summary' }),
    ],
    body: () => [
      links.length > 0 && renderSymbols(types),
      h('main', { dir: 'auto' }, [
        h('header', null, [
          renderAvatar(name, image),
          h('h1', null, name),
          bio?.subtitle && h('p', null, h('bdi', null, bio.subtitle)),
          bio?.email && h('a', { class: 'email', href: mailto(bio.email) }, bio.email),
        ]),
        links.length > 0 &&
          h(
            'ul',
            null,
            links.map((it) => renderLink(organization.slug, it)),
          ),
      ]),
    ],
  }
}

/** The image of a page, or else the team's logo; undefined if neither can be shown. */
export const imageOf = ({ bio, organization }: PublicPage): string | undefined =>
  shownImage(bio?.image) ?? shownImage(organization.logo) ?? undefined

/** The URL of an image for visitors, or the path of a picture; null if it must not be shown. */
export function shownImage(url: string | null | undefined): string | null {
  if (!url || pictureHash(url)) return url || null
  return isShownImage(url) ? canonicalUrl(url) : null
}

/** The initial stays visible behind an image that does not load. */
function renderAvatar(name: string, image: string | undefined) {
  const [initial] = new Intl.Segmenter().segment(name.trim())
  return h('div', { class: 'avatar' }, [
    h('span', { 'aria-hidden': true }, initial?.segment.toUpperCase()),
    image &&
      h('img', { src: image, alt: '', width: 96, height: 96, referrerpolicy: 'no-referrer' }),
  ])
}

function renderLink(slug: string, { id, type, url, title, username }: PublicLink) {
  const { label } = PLATFORMS[type]
  const name = title ?? (type === 'website' ? hostOf(url) : label)
  const sign = type === 'whatsapp' ? '+' : '@'
  const where = username === null ? shortened(url) : sign + username.replace('+', '')
  const text = h('span', null, [
    h('b', null, h('bdi', null, name)),
    where !== name && h('small', null, where),
  ])
  const icon = h('svg', { 'aria-hidden': true }, h('use', { href: `#${type}` }))
  const href = linkTarget(slug, id)
  const link = { href, rel: 'me nofollow noopener', ...(title !== null && { title: url }) }
  return h('li', null, h('a', link, [icon, text]))
}

/** Each symbol is in the page once, however many links use it. */
const renderSymbols = (types: readonly PlatformType[]) =>
  h(
    'svg',
    { width: 0, height: 0, 'aria-hidden': true },
    types.map((type) =>
      h('symbol', { id: type, viewBox: '0 0 24 24' }, h('path', { d: PLATFORMS[type].icon })),
    ),
  )

/** A URL for display, cut if it is too long. */
function shortened(url: string): string {
  const { pathname, search } = new URL(url)
  const path = `${pathname}${search}`.replace(/\/$/, '')
  return `${hostOf(url)}${path}`.slice(0, 120)
}

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '')

/** Reserved characters in the address are percent-encoded (RFC 6068). */
function mailto(email: string): string {
  const at = email.lastIndexOf('@')
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`
}
