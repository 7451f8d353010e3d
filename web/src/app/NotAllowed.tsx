import { text } from '#messages/app.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { LockIcon } from '../shared/icons.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import type { Page } from './pages.tsx'

/** In place of a page that the session may not open. */
export const NotAllowed = ({ page: { name, personal } }: { page: Page }) => (
  <>
    <PageHeader title={name} />
    <EmptyState icon={<LockIcon size={28} />} title={personal ? text.forAccounts : text.notInRole}>
      {personal ? text.useAccount : text.askForRole}
    </EmptyState>
  </>
)
