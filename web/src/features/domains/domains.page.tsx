import { EmptyState } from '../../shared/EmptyState.tsx'
import { GlobeIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'

export function Page() {
  return (
    <>
      <PageHeader title="Domains" />
      <EmptyState icon={<GlobeIcon size={28} />} title="Not here yet">
        The API has it already; this page follows.
      </EmptyState>
    </>
  )
}
