import { createLog } from '@fingerpost/kit/log'
import { notFound } from '@fingerpost/kit/problem'
import { createToken, hashToken } from '@fingerpost/kit/token'
import type { BioPage, UpdateBioPageRequest } from '@fingerpost/protos/bio/v1/bio'
import {
  type BioLink,
  type BioLinkPlace,
  type CreateBioLinkRequest,
  type ListBioLinksRequest,
  Platform,
  type UpdateBioLinkRequest,
} from '@fingerpost/protos/bio/v1/bio_link'
import { afterAll, beforeEach } from 'vitest'
import { buildApp } from '../app.ts'
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
  createdAt: now,
  updatedAt: now,
}
export const linkBody = {
  id: 5,
  type: 'github',
  url: 'https://github.com/octocat',
  title: null,
  order: 0,
  enabled: true,
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
/** What the fakes were asked. */
export const asked = {
  pages: [] as UpdateBioPageRequest[],
  created: [] as CreateBioLinkRequest[],
  updates: [] as UpdateBioLinkRequest[],
  lists: [] as ListBioLinksRequest[],
  places: [] as BioLinkPlace[][],
  teams: new Set<number>(),
}
export const keys = { all: createToken('fp'), reader: createToken('fp'), none: createToken('fp') }
/** Whether the team has made a page. */
export const team = { hasPage: true }

const only5 = (id: number) => {
  if (id !== 5) throw notFound('There is no such bio link.')
}
const clients = fakeClients({
  keys: {
    async verifyApiKey({ sha256 }) {
      const is = (key: string) => hashToken(key).equals(Buffer.from(sha256))
      const scopes = is(keys.all) ? ['bio:read', 'bio:write'] : is(keys.reader) ? ['bio:read'] : []
      return { id: 1, orgId: 7, userId: 70, scopes, expiresAt: undefined }
    },
  },
  bioPages: {
    async getBioPage(_, call) {
      asked.teams.add(call?.caller?.orgId ?? 0)
      return team.hasPage ? page : { ...page, id: 0, profile: undefined, links: [] }
    },
    async updateBioPage(request) {
      asked.pages.push(request)
      return page
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
const config = {
  TRUSTED_PROXIES: [],
  REDIRECT_URL: 'http://127.0.0.1:1',
  BIO_URL: 'http://127.0.0.1:1',
  GRPC_SHARED_SECRET: 'secret',
  BUILD_VERSION: '1.2.3',
  BUILD_ID: 'abc',
  BUILD_TIME: '2026-11-20T00:00:00.000Z',
}
const app = await buildApp(clients, {}, config, createLog('gateway', 'silent'))
afterAll(() => app.close())
beforeEach(() => {
  for (const it of Object.values(asked)) if (Array.isArray(it)) it.length = 0
  team.hasPage = true
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export const call = (method: Method, path: string, payload?: object, key = keys.all) =>
  app.inject({
    method,
    url: `/api${path}`,
    ...(payload === undefined ? {} : { payload }),
    headers: { 'x-api-key': key },
  })
/** The fields that a refusal names. */
export const fields = (response: { json(): { errors: { field: string }[] } }) =>
  response
    .json()
    .errors.map(({ field }) => field)
    .sort()
