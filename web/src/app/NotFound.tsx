import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from '../shared/EmptyState.tsx'
import { SignpostIcon } from '../shared/icons.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'

export function NotFound() {
  return (
    <>
      <PageHeader title="Nothing here" />
      <EmptyState
        icon={<SignpostIcon size={28} />}
        title="No page has this address"
        action={
          <Button component={Link} href="/links">
            Go to links
          </Button>
        }
      >
        It may have been mistyped, or come from another version.
      </EmptyState>
    </>
  )
}
