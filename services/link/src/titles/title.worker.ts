import { createFairShare } from '@fingerpost/kit/async/fair-share'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { LinkSchema } from '../link.schema.ts'
import type { SlugCache } from '../slugs/slug.cache.ts'
import type { ReadTitle } from './title.adapter.ts'
import { titleRepository } from './title.repository.ts'

/** How long creating a link waits for the title of its page. */
const WAIT_MS = 800
/** Pages read in parallel, and waiting pages per team; links beyond that keep an empty title. */
const READ_AT_ONCE = 16
const WAITING_PER_TEAM = 250

/** The title of a page, as far as it is known before the deadline. */
export interface PageTitle {
  /** Empty until it is known. */
  title: string
  /** Writes the title into the link if it arrives late. Call it once the link exists. */
  fillLater: (linkId: number) => void
}

const KNOWN = (title: string): PageTitle => ({ title, fillLater: () => {} })

interface TitleParts {
  postgres: Postgres<LinkSchema>
  slugs: SlugCache
  /** Called after each commit that added rows to the outbox. */
  onChange: () => void
}

/**
 * Reads page titles for links without one. Never throws: a link is created with or without a title.
 */
export function startTitles(
  read: ReadTitle,
  { postgres, slugs, onChange }: TitleParts,
  log: Logger,
) {
  const titles = titleRepository(postgres)
  const closing = new AbortController()
  const reads = createFairShare(READ_AT_ONCE, WAITING_PER_TEAM)

  const readInTurn = (orgId: number, url: string): Promise<string> =>
    reads
      .run(orgId, async () => (closing.signal.aborted ? '' : read(url, closing.signal)))
      .catch((error: unknown) => {
        log.debug({ err: error }, 'fetching the title failed')
        return ''
      })

  async function fill(linkId: number, url: string, title: string): Promise<void> {
    const row = title === '' ? undefined : await titles.fill(linkId, url, title)
    if (!row) return
    onChange()
    await slugs.tryPut(row, log)
  }

  return {
    /** The title of a page; waits at most 800 ms. */
    async of(orgId: number, url: string): Promise<PageTitle> {
      const reading = readInTurn(orgId, url)
      const { promise: late, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(resolve, WAIT_MS)
      const title = await Promise.race([reading, late])
      clearTimeout(timer)
      if (title !== undefined) return KNOWN(title)
      const fillLater = (linkId: number) =>
        void reading
          .then((found) => fill(linkId, url, found))
          .catch((error: unknown) =>
            log.warn({ err: error, link: linkId }, 'storing the title failed'),
          )
      return { title: '', fillLater }
    },

    /** Stops reading pages. */
    close: () => closing.abort(),
  }
}

export type Titles = ReturnType<typeof startTitles>
