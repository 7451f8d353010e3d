import type { Schemas } from '@fingerpost/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { undoable } from '../../shared/undo.ts'

export type Bio = Schemas['Bio']
export type BioLink = Schemas['EditableBioLink']
export type Platform = BioLink['type']

/** The platforms by how they are written. */
export const PLATFORMS: Record<Platform, string> = {
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

const path = (id: number) => ({ path: { id: `${id}` } })
const LINKS = ['bio', 'links']

export const useBio = () =>
  useQuery({
    queryKey: ['bio', 'profile'],
    queryFn: ({ signal }) => read(api().GET('/bio', { signal })),
  })

/** Every link of the page in its order, those that are off as well. */
export const useBioLinks = () =>
  useQuery({
    queryKey: LINKS,
    queryFn: async ({ signal }) => {
      const query = { limit: 100 } as const
      return (await read(api().GET('/bio/link', { signal, params: { query } }))).items
    },
  })

export const saveBio = (body: Record<'title' | 'subtitle' | 'email' | 'image', string | null>) =>
  read(api().PATCH('/bio', { body }))

export interface BioLinkForm {
  url: string
  /** '' leaves it to the address. */
  type: Platform | ''
  title: string
}

/** Makes a link, or changes the one that has the id. */
export function saveBioLink(id: number | undefined, { url, type, title }: BioLinkForm) {
  const body = { url, title: title || null, ...(type && { type }) }
  return id === undefined
    ? read(api().POST('/bio/link', { body }))
    : read(api().PATCH('/bio/link/{id}', { params: path(id), body }))
}

/** Puts the links into an order; it is shown before it is saved, and as it was when that fails. */
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

/** Shows a link on the page, or leaves it out. */
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

export function useDeleteBioLink() {
  const queries = useQueryClient()
  return ({ id, title, type }: BioLink): void =>
    undoable({
      message: `Deleted “${title ?? PLATFORMS[type]}”`,
      hides: [`bio-link:${id}`],
      act: (keepalive) => read(api().DELETE('/bio/link/{id}', { params: path(id), keepalive })),
      settled: () => queries.invalidateQueries({ queryKey: ['bio'] }),
    })
}
