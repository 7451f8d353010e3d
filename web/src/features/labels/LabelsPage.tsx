import { Button, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { text as labels } from '#messages/labels.ts'
import type { LabelKind } from '../../api/choices.ts'
import { useCan } from '../../api/me.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { PlusIcon } from '../../shared/icons.tsx'
import { useListKeys } from '../../shared/list-keys.ts'
import { PageChoice } from '../../shared/PageChoice.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { SearchField } from '../../shared/SearchField.tsx'
import { WaitingRows } from '../../shared/WaitingRows.tsx'
import { LabelPanel } from './LabelPanel.tsx'
import { LabelRow } from './LabelRow.tsx'
import { deleteLabel, type Label, useLabelPage } from './label.queries.ts'

interface LabelsPageProps {
  kind: LabelKind
  icon: ReactNode
  /** The filter of the link list for this kind. */
  filter: string
}

/** Folders and tags: create, rename, color and delete them, and open their links. */
export function LabelsPage({ kind, icon, filter }: LabelsPageProps) {
  const text = labels[kind]
  const writes = useCan()('catalog:write')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Label | 'new'>()
  const { data, error, refetch } = useLabelPage(kind, search, page - 1)
  const [removed, setRemoved] = useState<Label>()
  const shown = data?.items
  const list = useRef<HTMLUListElement>(null)
  const [, navigate] = useLocation()
  const keys = useListKeys({
    list,
    count: shown?.length ?? 0,
    open: (index) => navigate(`/links?${filter}=${shown?.[index]?.id}`),
    keys: writes ? { e: (index) => setOpen(shown?.[index]) } : {},
  })
  const create = writes && (
    <Button leftSection={<PlusIcon />} onClick={() => setOpen('new')}>
      {text.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.title} lead={text.purpose}>
        {create}
      </PageHeader>
      <SearchField
        label={text.search}
        placeholder={labels.searchNames}
        mb="md"
        maw={360}
        value={search}
        change={(words) => {
          setSearch(words)
          setPage(1)
        }}
      />
      <ProblemNotice error={error} retry={refetch} />
      {!data && !error && <WaitingRows />}
      {shown?.length === 0 &&
        (search ? (
          <Text c="dimmed" py="xl" ta="center">
            {text.noMatch}
          </Text>
        ) : (
          <EmptyState icon={icon} title={text.none} action={create}>
            {text.purpose}
          </EmptyState>
        ))}
      {shown && shown.length > 0 && (
        <Panel p={0}>
          <Rows ref={list} {...keys}>
            {shown.map((label, index) => (
              <LabelRow
                key={label.id}
                {...{ kind, label, index, filter }}
                edit={writes ? () => setOpen(label) : undefined}
                remove={() => setRemoved(label)}
              />
            ))}
          </Rows>
        </Panel>
      )}
      <PageChoice of={data} page={page} change={setPage} />
      {removed && (
        <ConfirmPanel
          title={labels.askDelete(removed.name)}
          action={text.delete}
          run={() => deleteLabel(kind, removed.id)}
          done={text.deleted(removed.name)}
          changes={[[kind], ['link']]}
          close={() => setRemoved(undefined)}
        >
          {text.afterDelete}
        </ConfirmPanel>
      )}
      {open && (
        <LabelPanel
          kind={kind}
          label={open === 'new' ? undefined : open}
          close={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
