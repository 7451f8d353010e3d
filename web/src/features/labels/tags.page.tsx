import { EmptyState } from '../../shared/EmptyState.tsx'
import { TagIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'

export function Page() {
  return (
    <>
      <PageHeader title="Tags" />
      <EmptyState icon={<TagIcon size={28} />} title="Not here yet">
        The API has it already; this page follows.
      </EmptyState>
    </>
  )
}
