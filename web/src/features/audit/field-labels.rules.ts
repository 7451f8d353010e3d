import type { Schemas } from '@fingerpost/client'
import { text } from '#messages/audit.ts'
import { text as bio } from '#messages/bio.ts'
import { text as bioLinks } from '#messages/bio-links.ts'
import { text as erasures } from '#messages/erasures.ts'
import { text as labels } from '#messages/labels.ts'
import { text as notes } from '#messages/notes.ts'
import { text as profile } from '#messages/profile.ts'
import { DOMAIN_LABELS } from '../domains/domain.rules.ts'
import { KEY_LABELS } from '../keys/key.rules.ts'
import { LABELS as LINK_LABELS } from '../links/link-fields.rules.ts'
import { TEAM_LABELS } from '../settings/team.rules.ts'
import { WEBHOOK_LABELS } from '../webhooks/webhook.rules.ts'

type Labels = Readonly<Record<string, string>>

/** The labels of fields in the forms of objects, by kind. */
const FORMS: Readonly<Record<string, Labels>> = {
  link: LINK_LABELS,
  folder: { color: labels.color },
  tag: { color: labels.color },
  erasure: {
    link_ids: erasures.links,
    address: erasures.address,
    from: erasures.from,
    to: erasures.to,
  },
  note: { at: notes.at, text: notes.text },
  domain: DOMAIN_LABELS,
  bio_page: bio.fields,
  bio_link: { url: bioLinks.url, type: bioLinks.platform, title: bioLinks.label },
  key: KEY_LABELS,
  webhook: WEBHOOK_LABELS,
  organization: TEAM_LABELS,
  account: { time_zone: profile.timeZone },
}

/** The labels of the fields of an object: those of its form, and of fields that are in none. */
export const labelsOf = ({ object }: Schemas['AuditEntry']): Labels => ({
  ...text.fields,
  ...FORMS[object.kind],
})
