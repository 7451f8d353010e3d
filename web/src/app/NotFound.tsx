import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { text } from '#messages/app.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { SignpostIcon } from '../shared/icons.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'

export function NotFound() {
  return (
    <>
      <PageHeader title={text.notFound} />
      <EmptyState
        icon={<SignpostIcon size={28} />}
        title={text.noPageHere}
        action={
          <Button component={Link} href="/links">
            {text.goToLinks}
          </Button>
        }
      >
        {text.mayBeMistyped}
      </EmptyState>
    </>
  )
}
