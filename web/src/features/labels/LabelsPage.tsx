import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { text as labels } from '#messages/labels.ts'
import type { LabelKind } from '../../api/choices.ts'
import { useCan } from '../../api/me.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { PlusIcon } from '../../shared/icons.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useListKeys } from '../../shared/list-keys.ts'
import { useOpened } from '../../shared/opened.ts'
import { LabelPanel } from './LabelPanel.tsx'
import { LabelRow } from './LabelRow.tsx'
import { deleteLabel, type Label, useLabelList } from './label.queries.ts'

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
  const list = useLabelList(kind)
  const shown = list.data?.items
  const [edited, setEdited] = useState<Label>()
  const [creating, setCreating] = useOpened('new')
  const rows = useRef<HTMLUListElement>(null)
  const [, navigate] = useLocation()
  const keys = useListKeys({
    list: rows,
    count: shown?.length ?? 0,
    open: (index) => navigate(`/links?${filter}=${shown?.[index]?.id}`),
    keys: writes ? { e: (index) => setEdited(shown?.[index]) } : {},
  })
  const create = writes && (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      {text.create}
    </Button>
  )
  return (
    <ListPage
      title={text.title}
      lead={text.purpose}
      actions={create}
      list={list}
      search={{ label: text.search, placeholder: labels.searchNames, noMatch: text.noMatch }}
      empty={
        <EmptyState icon={icon} title={text.none} action={create}>
          {text.purpose}
        </EmptyState>
      }
      rows={{ ref: rows, ...keys }}
      row={(label, index, remove) => (
        <LabelRow
          {...{ kind, label, index, filter, remove }}
          edit={writes ? () => setEdited(label) : undefined}
        />
      )}
      removal={({ id, name }) => ({
        title: labels.askDelete(name),
        action: text.delete,
        run: () => deleteLabel(kind, id),
        done: text.deleted(name),
        changes: [[kind], ['link']],
        children: text.afterDelete,
      })}
    >
      {(creating || edited) && (
        <LabelPanel
          kind={kind}
          label={edited}
          close={() => (edited ? setEdited(undefined) : setCreating(false))}
        />
      )}
    </ListPage>
  )
}
