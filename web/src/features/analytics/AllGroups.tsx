import { Modal } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/analytics.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import { PageChoice } from '../../shared/PageChoice.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useGroupPage, type View } from './analytics.queries.ts'
import { Bars, BarsHead } from './Bars.tsx'
import { titleOf } from './group-title.rules.ts'

interface AllGroupsProps {
  title: string
  view: View
  field: string
  /** The clicks of the view, if loaded. */
  total: number | undefined
  choose: ((value: string) => void) | undefined
  close: () => void
}

/** A dialog with all groups of a dimension, by page. */
export function AllGroups({ title, view, field, total, choose, close }: AllGroupsProps) {
  const [page, setPage] = useState(1)
  const { data: first } = useGroupPage(view, field, 0)
  const { data, error, refetch } = useGroupPage(view, field, page - 1)
  return (
    <Modal opened onClose={close} title={title} size="lg">
      <ProblemNotice error={error} retry={refetch} />
      <BarsHead />
      <Bars
        groups={data?.items.map((it) => ({ ...it, title: titleOf(field, it) }))}
        whole={first?.items[0]?.clicks}
        total={total}
        choose={choose}
      />
      <PageChoice of={data} page={page} change={setPage}>
        {text.inAll(formatCount(data?.total ?? 0))}
      </PageChoice>
    </Modal>
  )
}
