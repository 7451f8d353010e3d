import { analyticsDocs } from '../routes/analytics/analytics.docs.ts'
import { groupDocs } from '../routes/analytics/group.docs.ts'
import { auditDocs } from '../routes/audit/audit.docs.ts'
import { bioDocs } from '../routes/bio/bio.docs.ts'
import { domainDocs } from '../routes/domains/domain.docs.ts'
import { erasureDocs } from '../routes/erasures/erasure.docs.ts'
import { keyDocs } from '../routes/keys/key.docs.ts'
import { labelDocs } from '../routes/labels/label.docs.ts'
import { bulkDocs } from '../routes/links/bulk.docs.ts'
import { linkDocs } from '../routes/links/link.docs.ts'
import { trashDocs } from '../routes/links/trash.docs.ts'
import { memberDocs } from '../routes/members/member.docs.ts'
import { noteDocs } from '../routes/notes/note.docs.ts'
import { organizationDocs } from '../routes/organization/organization.docs.ts'
import { passkeyDocs } from '../routes/passkeys/passkey.docs.ts'
import { personDocs } from '../routes/people/person.docs.ts'
import { ssoDocs } from '../routes/people/sso.docs.ts'
import { versionDocs } from '../routes/version/version.docs.ts'
import { viewDocs } from '../routes/views/view.docs.ts'
import { webhookDocs } from '../routes/webhooks/webhook.docs.ts'
import type { Operations } from '../schema/operation.schema.ts'

/** The descriptions of all operations; each is defined next to its route. */
export const OPERATIONS: Operations = {
  ...linkDocs,
  ...bulkDocs,
  ...trashDocs,
  ...labelDocs,
  ...viewDocs,
  ...domainDocs,
  ...organizationDocs,
  ...keyDocs,
  ...memberDocs,
  ...personDocs,
  ...passkeyDocs,
  ...ssoDocs,
  ...auditDocs,
  ...bioDocs,
  ...analyticsDocs,
  ...groupDocs,
  ...erasureDocs,
  ...noteDocs,
  ...webhookDocs,
  ...versionDocs,
}
