import { notFound } from '@fingerpost/kit/http/problem'
import type { BioPage, UpdateBioPageRequest } from '@fingerpost/protos/bio/v1/bio'
import {
  type BioLink,
  type BioLinkPlace,
  type CreateBioLinkRequest,
  type ListBioLinksRequest,
  Platform,
  type UpdateBioLinkRequest,
} from '@fingerpost/protos/bio/v1/bio_link'
import type { PreviewBioPageRequest } from '@fingerpost/protos/bio/v1/preview'
import { fastify } from 'fastify'
import { renderProblems } from '../problems.ts'
import { bioRoutes } from '../routes/bio/bio.routes.ts'
import { bioLinkRoutes } from '../routes/bio/bio-link.routes.ts'
import { compileValidator } from '../schema/validator.rules.ts'
import { fakeClients } from './fakes.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
export const link: BioLink = {
  id: 5,
  platform: Platform.PLATFORM_GITHUB,
  url: 'https://github.com/octocat',
  username: 'octocat',
  title: undefined,
  order: 0,
  enabled: true,
  clicks: 3,
  created_at: now,
  updated_at: now,
}
export const linkBody = {
  id: 5,
  type: 'github',
  url: 'https://github.com/octocat',
  title: null,
  order: 0,
  enabled: true,
  clicks: 3,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
}
const page: BioPage = {
  id: 3,
  organization: { id: 7, name: 'Ours', slug: 'ours', logo: undefined },
  profile: { title: 'Ours', subtitle: undefined, email: 'a@b.example', image: undefined },
  links: [link],
}
export const pageBody = {
  id: 3,
  organization: { id: '7', name: 'Ours', slug: 'ours', logo: null },
  bio: { title: 'Ours', subtitle: null, email: 'a@b.example', image: null },
  links: [{ id: 5, type: 'github', url: link.url, title: null, username: 'octocat' }],
}
/** Requests that the fakes received. */
export const asked = {
  pages: [] as UpdateBioPageRequest[],
  pictures: [] as Uint8Array[],
  previews: [] as PreviewBioPageRequest[],
  created: [] as CreateBioLinkRequest[],
  updates: [] as UpdateBioLinkRequest[],
  lists: [] as ListBioLinksRequest[],
  places: [] as BioLinkPlace[][],
  teams: new Set<number>(),
}
/** Whether the team has created a page. */
export const team = { hasPage: true }

const only5 = (id: number) => {
  if (!Number.isSafeInteger(id)) throw new Error(`${id} cannot cross the wire`)
  if (id !== 5) throw notFound('There is no such bio link.')
}
const clients = fakeClients({
  bioPages: {
    async getBioPage(_, call) {
      asked.teams.add(call?.caller?.orgId ?? 0)
      return team.hasPage ? page : { ...page, id: 0, profile: undefined, links: [] }
    },
    async updateBioPage(request) {
      asked.pages.push(request)
      return page
    },
    async uploadBioImage({ picture }) {
      asked.pictures.push(picture)
      return page
    },
  },
  bioPreviews: {
    async previewBioPage(request) {
      asked.previews.push(request)
      return { html: '<!doctype html>' }
    },
  },
  bioLinks: {
    async listBioLinks(request) {
      asked.lists.push(request)
      return { links: [link], total: 101 }
    },
    async getBioLink({ id }) {
      only5(id)
      return link
    },
    async createBioLink(request) {
      asked.created.push(request)
      return link
    },
    async updateBioLink(request) {
      only5(request.id)
      asked.updates.push(request)
      return link
    },
    async deleteBioLink({ id }) {
      only5(id)
      return {}
    },
    async orderBioLinks({ places }) {
      asked.places.push(places)
      return { links: [link] }
    },
  },
})
const app = fastify({ logger: false })
app.setValidatorCompiler(compileValidator)
renderProblems(app)
app.decorateRequest('caller')
app.addHook('onRequest', async (request) => {
  request.caller = { orgId: 7, userId: 70, scopes: [] }
})
/** The scope that each route requires. */
export const scopes: Record<string, string | null | undefined> = {}
app.addHook('onRoute', ({ method, url, config }) => {
  for (const it of [method].flat()) scopes[`${it} ${url}`] = config?.scope
})
await app.register(bioRoutes(clients))
await app.register(bioLinkRoutes(clients))

/** Clears the recorded calls and gives the team a page. */
export function reset(): void {
  for (const it of Object.values(asked)) if (Array.isArray(it)) it.length = 0
  team.hasPage = true
}

export const call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) => app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })

/** The fields named by a validation problem. */
export const fields = (response: { json(): { errors: { field: string }[] } }) =>
  response
    .json()
    .errors.map(({ field }) => field)
    .sort()
