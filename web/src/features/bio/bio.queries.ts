import type { Schemas } from '@fingerpost/client'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'

export type Bio = Schemas['Bio']
export type BioLink = Schemas['EditableBioLink']
export type Platform = BioLink['type']

/** Names of the platforms, in every language. */
export const BRANDS: Record<Exclude<Platform, 'website'>, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
  threads: 'Threads',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  snapchat: 'Snapchat',
  reddit: 'Reddit',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  discord: 'Discord',
  twitch: 'Twitch',
  github: 'GitHub',
  medium: 'Medium',
  tumblr: 'Tumblr',
  spotify: 'Spotify',
  soundcloud: 'SoundCloud',
  vimeo: 'Vimeo',
  behance: 'Behance',
  dribbble: 'Dribbble',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
}

/** What the page shows as the name of a link. */
export const nameOf = ({ title, type, url }: BioLink): string =>
  title ?? (type === 'website' ? new URL(url).host.replace(/^www\./, '') : BRANDS[type])

const path = (id: number) => ({ path: { id: `${id}` } })
const LINKS = ['bio', 'links']

export const useBio = () =>
  useQuery({
    queryKey: ['bio', 'profile'],
    queryFn: ({ signal }) => read(api().GET('/bio', { signal })),
  })

/** The public page as HTML, with this profile instead of the saved one. */
export const useBioPreview = (profile: Record<'title' | 'subtitle' | 'email' | 'image', string>) =>
  useQuery({
    queryKey: ['bio', 'preview', profile],
    queryFn: async ({ signal }) =>
      (await read(api().POST('/bio/preview', { body: profile, signal }))).html,
    placeholderData: keepPreviousData,
  })

/** All links of the page in order, including disabled ones. */
export const useBioLinks = () =>
  useQuery({
    queryKey: LINKS,
    queryFn: async ({ signal }) => {
      const query = { limit: 100 } as const
      return (await read(api().GET('/bio/link', { signal, params: { query } }))).items
    },
  })

export const saveBio = (
  body: Partial<Record<'title' | 'subtitle' | 'email' | 'image', string | null>>,
) => read(api().PATCH('/bio', { body }))

/** Stores a picture, whose URL becomes the image of the page. */
export const uploadBioImage = (picture: Blob) =>
  read(
    api().PUT('/bio/image', {
      body: picture as unknown as string, // A file has no type of its own in the document.
      bodySerializer: (body) => body,
      headers: { 'content-type': picture.type || 'application/octet-stream' },
    }),
  )

export const removeBioImage = () => read(api().PATCH('/bio', { body: { image: null } }))

export interface BioLinkForm {
  url: string
  /** Null derives the platform from the URL. */
  type: Platform | null
  title: string
}

/** Creates a link, or updates the link with this id. */
export function saveBioLink(id: number | undefined, { url, type, title }: BioLinkForm) {
  const body = { url, title: title || null, ...(type && { type }) }
  return id === undefined
    ? read(api().POST('/bio/link', { body }))
    : read(api().PATCH('/bio/link/{id}', { params: path(id), body }))
}

/** Reorders the links with an optimistic update, which is rolled back on failure. */
export function useOrderBioLinks() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (links: readonly BioLink[]) => {
      const items = links.map(({ id }, index) => ({ id, index }))
      return read(api().PUT('/bio/link/order', { body: { items } }))
    },
    onMutate: (links) => queries.setQueryData(LINKS, links),
    onSettled: () => queries.invalidateQueries({ queryKey: ['bio'] }),
  })
}

/** Enables or disables a link on the page. */
export function useEnableBioLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, enabled }: { id: number; enabled: boolean }) =>
      read(api().PATCH('/bio/link/{id}', { params: path(id), body: { enabled } })),
    onMutate: ({ id, enabled }) =>
      queries.setQueryData<BioLink[]>(LINKS, (links) =>
        links?.map((link) => (link.id === id ? { ...link, enabled } : link)),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['bio'] }),
  })
}

export const deleteBioLink = (id: number) =>
  read(api().DELETE('/bio/link/{id}', { params: path(id) }))
