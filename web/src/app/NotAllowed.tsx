import { EmptyState } from '../shared/EmptyState.tsx'
import { LockIcon } from '../shared/icons.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import type { Page } from './pages.tsx'

/** In place of a page that the session may not open. */
export const NotAllowed = ({ page: { name, personal } }: { page: Page }) => (
  <>
    <PageHeader title={name} />
    <EmptyState
      icon={<LockIcon size={28} />}
      title={personal ? 'This page is for accounts' : 'Your role does not include this page'}
    >
      {personal
        ? 'You are signed in with an API key. Sign in with your account to open it.'
        : 'Ask an owner or admin of the team for another role.'}
    </EmptyState>
  </>
)
