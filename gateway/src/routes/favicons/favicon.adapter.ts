import { createFairShare } from '@fingerpost/kit/async/fair-share'
import type { GuardedFetch, GuardedResponse } from '@fingerpost/kit/net/guarded-fetch'
import type { Logger } from '@fingerpost/kit/process/log'
import type { IconCache } from './favicon.cache.ts'
import { imageTypeOf } from './favicon.rules.ts'

const ICON_BYTES = 32 * 1_024
/** Maximum number of concurrent fetches, of which a team gets a share. */
const CONCURRENT_MAX = 16
/** Maximum number of queued fetches of a team; other hosts wait for a later request. */
const WAITING_MAX = 50
const NONE = Buffer.alloc(0)

/** Favicons from the cache, which is filled in the background. */
export function iconFetcher({ fetch }: GuardedFetch, cache: IconCache, log: Logger) {
  const share = createFairShare(CONCURRENT_MAX, WAITING_MAX)
  const asked = new Set<string>()

  /** Empty if the site has no icon that is an image and small enough. */
  async function read(host: string): Promise<Buffer> {
    for (const scheme of ['https', 'http']) {
      const url = `${scheme}://${host}/favicon.ico`
      const request = { maxBytes: ICON_BYTES + 1, headers: { accept: 'image/*' } }
      const icon = await fetch(url, request, readIcon).catch((error: unknown) => {
        log.debug({ err: error, url }, 'fetching the icon failed')
        return NONE
      })
      if (icon.length > 0) return icon
    }
    return NONE
  }

  async function load(host: string, team: string): Promise<void> {
    const name = `${team} ${host}`
    if (asked.has(name)) return
    asked.add(name)
    await share
      .run(team, async () => {
        // Another team may have had its turn with the same host.
        if ((await cache.get(host)) === null) await cache.put(host, await read(host))
      })
      .catch((error: unknown) => log.debug({ err: error, host }, 'storing the icon failed'))
      .finally(() => asked.delete(name))
  }

  return {
    /**
     * The cached icon of a site, empty if it has none. A cache miss returns undefined and fetches
     * the icon in the background, in the turn of the team.
     */
    async get(host: string, team: string): Promise<Buffer | undefined> {
      const cached = await cache.get(host).catch(() => undefined)
      if (cached === null) void load(host, team)
      return cached ?? undefined
    },
  }
}

export type Icons = ReturnType<typeof iconFetcher>

async function readIcon({ status, body }: GuardedResponse): Promise<Buffer> {
  if (status !== 200) return NONE
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  const icon = Buffer.concat(pieces)
  return icon.length <= ICON_BYTES && imageTypeOf(icon) ? icon : NONE
}
