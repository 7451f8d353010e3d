import { connect } from '@fingerpost/kit/grpc/client'
import { createServer, type Handlers } from '@fingerpost/kit/grpc/server'
import { unavailable } from '@fingerpost/kit/http/problem'
import { createLog } from '@fingerpost/kit/process/log'
import type { GetSlugRecordRequest } from '@fingerpost/protos/link/v1/slug'
import { SlugsService } from '@fingerpost/protos/link/v1/slug'
import { expect, it, onTestFinished } from 'vitest'
import { slugRecord } from '../testing/records.ts'
import { slugLoader } from './slug.client.ts'

const { takeClick: _, ...LOOKUPS } = SlugsService

/** Every slug is a link, except `free`. */
const find = ({ slug_key: slug }: GetSlugRecordRequest) =>
  slug === 'free' ? {} : { record: slugRecord({ slug }) }

/** A loader, and the slugs of each call that it made. */
async function open(getSlugRecords: Handlers<typeof LOOKUPS>['getSlugRecords']) {
  const env = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }
  const server = createServer(env, createLog('link', 'silent'))
  const calls: string[][] = []
  server.add(LOOKUPS, {
    getSlugRecords(request, context) {
      calls.push(request.requests.map((it) => it.slug_key))
      return getSlugRecords(request, context)
    },
  })
  const connection = connect(`127.0.0.1:${await server.listen(0)}`)
  onTestFinished(async () => {
    connection.close()
    await server.close()
  })
  return { load: slugLoader(connection.client(SlugsService)), calls }
}

const slugsOf = async (found: ReturnType<ReturnType<typeof slugLoader>>[]) =>
  (await Promise.all(found)).map((it) => it?.slug)

it('lookups of one event loop turn share a call', async () => {
  const { load, calls } = await open(async ({ requests }) => ({ responses: requests.map(find) }))

  const found = ['slug:1:a', 'slug:1:free', 'slug:2:b:c'].map(load)

  expect(await slugsOf(found)).toEqual(['a', undefined, 'b:c'])
  expect(calls).toEqual([['a', 'free', 'b:c']])
})

it('lookups soon after a call share the next call', async () => {
  const { load, calls } = await open(async ({ requests }) => ({ responses: requests.map(find) }))
  /** Looks up one slug, then two more in different turns; returns the slugs of the last call. */
  async function lastOfThree() {
    await load('slug:1:a')
    const second = load('slug:1:b')
    await new Promise(setImmediate)
    await Promise.all([second, load('slug:1:c')])
    return calls.at(-1)
  }

  // Retried: on a busy machine, more than 20 ms can pass between the first two lookups.
  await expect.poll(lastOfThree).toEqual(['b', 'c'])
})

it('slugs that a response leaves out are looked up again', async () => {
  const { load, calls } = await open(async ({ requests }) => ({
    responses: requests.slice(0, 2).map(find),
  }))

  const found = ['slug:1:a', 'slug:1:b', 'slug:1:c'].map(load)

  expect(await slugsOf(found)).toEqual(['a', 'b', 'c'])
  expect(calls).toEqual([['a', 'b', 'c'], ['c']])
})

it('a failed call fails its lookups, and is not repeated for each slug', async () => {
  const { load, calls } = await open(async () => {
    throw unavailable('Away.')
  })

  const found = await Promise.allSettled(['slug:1:a', 'slug:1:b'].map(load))

  expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toEqual([['a', 'b']])
})
