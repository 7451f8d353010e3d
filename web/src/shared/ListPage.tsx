import { Text } from '@mantine/core'
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import { ConfirmPanel, type ConfirmPanelProps } from './ConfirmPanel.tsx'
import type { List } from './list.ts'
import { PageChoice } from './PageChoice.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Panel } from './Panel.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { Rows } from './Rows.tsx'
import { SearchField } from './SearchField.tsx'
import { WaitingRows } from './WaitingRows.tsx'

interface ListPageProps<Item> {
  title: string
  lead: string
  /** Buttons of the head. */
  actions?: ReactNode
  list: List<Item>
  /** The field that searches the list, and what is shown if nothing is found. */
  search?: { label: string; placeholder: string; noMatch: string }
  /** Shown instead of the rows of an empty list. */
  empty?: ReactNode
  /** Above the rows. */
  above?: ReactNode
  /** An `li`. */
  row: (item: Item, index: number, remove: () => void) => ReactNode
  /** Props of the element around the rows. */
  rows?: ComponentProps<typeof Rows>
  /** The question before an item is removed. */
  removal?: (item: Item) => Omit<ConfirmPanelProps, 'close'>
  /** What is below the list, and dialogs. */
  children?: ReactNode
}

/** A page with one list. */
export function ListPage<Item extends { id: number | string }>({
  title,
  lead,
  actions,
  list,
  search,
  empty,
  above,
  row,
  rows,
  removal,
  children,
}: ListPageProps<Item>) {
  const [removed, setRemoved] = useState<Item>()
  const { data, error } = list
  return (
    <>
      <PageHeader title={title} lead={lead}>
        {actions}
      </PageHeader>
      {search && (
        <SearchField
          label={search.label}
          placeholder={search.placeholder}
          mb="md"
          maw={360}
          value={list.search}
          change={list.setSearch}
        />
      )}
      <ProblemNotice error={error} retry={list.refetch} />
      {!data && !error && <WaitingRows />}
      {data?.items.length === 0 &&
        (list.search ? (
          <Text c="dimmed" py="xl" ta="center">
            {search?.noMatch}
          </Text>
        ) : (
          empty
        ))}
      {above}
      {data && data.items.length > 0 && (
        <Panel p={0}>
          <Rows {...rows}>
            {data.items.map((item, index) => (
              <Fragment key={item.id}>{row(item, index, () => setRemoved(item))}</Fragment>
            ))}
          </Rows>
        </Panel>
      )}
      <PageChoice of={data} page={list.page} change={list.setPage} />
      {removed && removal && (
        <ConfirmPanel {...removal(removed)} close={() => setRemoved(undefined)} />
      )}
      {children}
    </>
  )
}
