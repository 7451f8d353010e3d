import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from '../shared/EmptyState.tsx'
import { SignpostIcon } from '../shared/icons.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<SignpostIcon size={28} />}
        title="There is no page at this address"
        action={
          <Button component={Link} href="/links">
            Go to links
          </Button>
        }
      >
        The address may be mistyped, or belong to another version.
      </EmptyState>
    </>
  )
}
