import { randomBytes } from 'node:crypto'
import { flag, id, list, optional, pastTime, text, time, word } from '@fingerpost/kit/move/field'
import type { MoveKind, ReserveIds } from '@fingerpost/kit/move/handlers'
import { reserveIds, tableKind } from '@fingerpost/kit/move/table'
import type { IdKind, KindOf } from '@fingerpost/protos/moved-kinds'
import { EVENT_TYPES } from '@fingerpost/protos/words'
import type { Kysely } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { checkNewNote } from '../notes/note.rules.ts'
import { checkCreate, newSecret } from '../webhooks/webhook.rules.ts'
import { type FindDomains, linkKind } from './link.repository.ts'

const dates = { created_at: pastTime, updated_at: pastTime }

/** What link stores of a team, for a move to another instance. */
export const moveKinds = (
  db: Kysely<LinkSchema>,
  findDomains: FindDomains,
): Record<KindOf<'link'>, MoveKind> => ({
  links: {
    ...linkKind(db, findDomains),
    counts: ({ deleted_at }) => deleted_at === null,
  },
  notes: tableKind({
    db,
    table: 'notes',
    fields: {
      id: id('notes'),
      at: time,
      text: text(1_000),
      link_id: optional(id('links')),
      ...dates,
    },
    check: (line) => {
      const checked = checkNewNote({ at: new Date(line.at as string), text: line.text as string })
      return Array.isArray(checked) ? checked.map(({ field, detail }) => `${field} ${detail}`) : []
    },
    toRow: (line, { userId }) => ({ ...line, created_by: userId }),
  }),
  // Receivers know only the secrets of the other instance, so nothing is sent until a person enables it.
  webhooks: tableKind({
    db,
    table: 'webhooks',
    fields: {
      id: id('webhooks'),
      name: text(100),
      url: text(8_192),
      events: list(word(EVENT_TYPES), EVENT_TYPES.length),
      enabled: flag,
      ...dates,
    },
    check: ({ name, url, events }) => {
      const given = { name: name as string, url: url as string, events: events as string[] }
      const checked = checkCreate(given)
      return Array.isArray(checked) ? checked.map(({ field, detail }) => `${field} ${detail}`) : []
    },
    toRow: (line, { userId }) => ({
      ...line,
      user_id: userId,
      enabled: false,
      secret: newSecret(randomBytes),
    }),
  }),
})

/** Reserves ids of parts of links. */
export const partIds = (db: Kysely<LinkSchema>): Partial<Record<IdKind, ReserveIds>> => ({
  list_items: reserveIds(db, { sequence: 'variant_id' }),
})
