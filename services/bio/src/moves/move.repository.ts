import { OPERATOR } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { Problem } from '@fingerpost/kit/http/problem'
import {
  count,
  countTo,
  flag,
  id,
  type MoveField,
  type MoveLine,
  optional,
  pastTime,
  text,
  word,
} from '@fingerpost/kit/move/field'
import { type MoveKind, toLines } from '@fingerpost/kit/move/handlers'
import { insertRows, readRows, reserveIds, tableKind } from '@fingerpost/kit/move/table'
import { checkUrl } from '@fingerpost/kit/net/url'
import type { KindOf } from '@fingerpost/protos/moved-kinds'
import { type Kysely, sql } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'
import { checkProfile, type Profile } from '../bios/bio.rules.ts'
import { hashOf, type PictureReader } from '../pictures/picture.adapter.ts'
import { pictureRepository } from '../pictures/picture.repository.ts'
import { pictureHash, picturePath } from '../pictures/picture.rules.ts'
import { readTarget } from '../platforms/platform.rules.ts'
import { PLATFORMS, type PlatformType } from '../platforms/table.rules.ts'
import { plainLine } from '../text.rules.ts'

const dates = { created_at: pastTime, updated_at: pastTime }
const LINE_MAX = 512
const URL_MAX = 8_192
const POSITION_MAX = 2 ** 31 - 1

/** What bio stores of a team, for a move to another instance. */
export const moveKinds = (
  db: Kysely<BioSchema>,
  readPicture: PictureReader,
): Record<KindOf<'bio'>, MoveKind> => ({
  bio_pages: tableKind({
    db,
    table: 'bio_pages',
    fields: {
      id: id('bio_pages'),
      title: optional(text(LINE_MAX)),
      subtitle: optional(text(LINE_MAX)),
      email: optional(text(LINE_MAX)),
      image: optional(text(URL_MAX)),
      ...dates,
    },
    check(line) {
      const profile = line as unknown as Profile
      const given = Object.entries(line).filter(([, value]) => value !== null)
      const { errors } = checkProfile({ ...Object.fromEntries(given), clear: [] }, profile, '')
      return [
        ...errors.map(({ field, detail }) => `${field} ${detail}`),
        ...(isImage(profile.image) ? [] : ['image must be an absolute http or https URL']),
      ]
    },
    keys: () => ['the page of a team'],
  }),
  bio_links: linkKind(db),
  bio_pictures: pictureKind(db, readPicture),
})

function linkKind(db: Kysely<BioSchema>): MoveKind {
  const fields: Record<string, MoveField> = {
    id: id('bio_links'),
    type: word(Object.keys(PLATFORMS)),
    url: text(URL_MAX),
    title: optional(text(LINE_MAX)),
    username: optional(text(LINE_MAX)),
    enabled: flag,
    position: countTo(POSITION_MAX),
    clicks: count,
    ...dates,
  }
  const from = sql`(
    select bio_links.*, coalesce(clicks, 0) as clicks
    from bio_links left join bio_link_clicks on link_id = id)`
  return {
    fields,
    reserveIds: reserveIds(db, { table: 'bio_links' }),
    read: (orgId, after) =>
      readRows({ db, table: 'bio_links', fields, from }, orgId, Number(after ?? 0)),
    check({ url, type, title }) {
      const target = readTarget(url as string, type as PlatformType)
      const line = plainLine('title', (title as string | null) ?? undefined)
      return [target, line].flatMap((it) =>
        it !== null && typeof it === 'object' && 'field' in it ? [`${it.field} ${it.detail}`] : [],
      )
    },
    keys: ({ position }) => [`position ${position}`],
    async write({ orgId }, lines) {
      const rows = lines.map(({ clicks: _, ...line }) => ({ ...line, org_id: orgId }))
      await insertRows(db, 'bio_links', rows, (tx, made) => {
        const clicks = lines.map(({ id: of, clicks: counted }) => ({
          link_id: of,
          clicks: counted,
        }))
        return sql`
          insert into bio_link_clicks (link_id, clicks)
          select link_id, clicks
          from jsonb_populate_recordset(null::bio_link_clicks, ${JSON.stringify(clicks)}::jsonb)
          where link_id = any(${made}) and clicks > 0`.execute(tx)
      })
    },
  }
}

/** Whether a page could have this image: an uploaded picture, or one on another host. */
const isImage = (image: string | null) =>
  image === null || pictureHash(image) !== undefined || checkUrl(image) === undefined

/**
 * The uploaded picture of a page by the hash of its bytes, which are base64. It is decoded like an upload, and so
 * gets another hash.
 */
function pictureKind(db: Kysely<BioSchema>, readPicture: PictureReader): MoveKind {
  const bytesOf = (line: MoveLine) => Buffer.from(line.bytes as string, 'base64')
  return {
    fields: { hash: text(22), bytes: text(3_000_000) },
    async read(orgId) {
      const rows = await db
        .selectFrom('bio_pictures')
        .select(['hash', 'bytes'])
        .where('org_id', '=', orgId)
        .execute()
      return { text: toLines(rows.map((it) => ({ ...it, bytes: it.bytes.toString('base64') }))) }
    },
    async check(line, orgId = 0) {
      const bytes = bytesOf(line)
      if (hashOf(bytes) !== line.hash) return ['bytes must match hash']
      try {
        await readPicture(bytes, orgId)
        return []
      } catch (error) {
        if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
        return error.errors.map(({ detail }) => `bytes ${detail}`)
      }
    },
    keys: () => ['the picture of a page'],
    async write({ orgId }, lines) {
      for (const line of lines) {
        const bytes = await readPicture(bytesOf(line), orgId)
        const image = picturePath(hashOf(bytes))
        await changeAs(db, OPERATOR, async (tx) => {
          await pictureRepository(tx).add(orgId, hashOf(bytes), bytes)
          await tx
            .updateTable('bio_pages')
            .set({ image })
            .where('org_id', '=', orgId)
            .where('image', '=', picturePath(line.hash as string))
            .execute()
        })
      }
    },
  }
}
