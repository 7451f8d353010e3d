import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link as To, useLocation, useRoute, useSearch } from 'wouter'
import { text } from '#messages/links.ts'
import { text as words } from '#messages/shared.ts'
import { useCan } from '../../api/me.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { useFilters } from '../../shared/filters.ts'
import { LinksIcon, PlusIcon, SearchIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { LinkFilters } from './LinkFilters.tsx'
import { LinkList } from './LinkList.tsx'
import { type Link, useFirstPage } from './link.queries.ts'
import { isFiltered } from './link-filter.rules.ts'
import { showSaved } from './SavedNotice.tsx'
import type { Selection } from './selection.rules.ts'
import { TransferMenu } from './TransferMenu.tsx'
import { WaitingList } from './WaitingList.tsx'

const BulkBar = lazy(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }))
const LinkPanel = lazy(async () => ({ default: (await import('./LinkPanel.tsx')).LinkPanel }))
const QrPanel = lazy(async () => ({ default: (await import('./QrPanel.tsx')).QrPanel }))
const NONE: Selection = new Map()
const NO_LINKS: readonly Link[] = []

export function Page() {
  const [filters, change] = useFilters()
  const writes = useCan()('link:write')
  const [selection, setSelection] = useState(NONE)
  const clear = useCallback(() => setSelection(NONE), [])
  const first = useFirstPage(filters)
  const { items = NO_LINKS, total } = first.data ?? {}
  const filtered = isFiltered(filters)
  const found = total === undefined ? undefined : countText(total, filtered)
  // Clears the selection when filters change: hidden links must not be changed by accident.
  const view = JSON.stringify(filters)
  useEffect(clear, [view])
  return (
    <>
      <PageHeader title={words.links} lead={found}>
        <TransferMenu filters={filters} />
        {writes && (
          <Button
            component={To}
            href="/links/new"
            title={text.createByKey}
            aria-keyshortcuts="c"
            leftSection={<PlusIcon />}
          >
            {text.createLink}
          </Button>
        )}
      </PageHeader>
      <LinkFilters filters={filters} change={change} />
      <ProblemNotice error={first.error} retry={first.refetch} />
      {first.isLoading && <WaitingList />}
      {total === 0 &&
        (filtered ? <NothingFound change={change} /> : <NothingYet writes={writes} />)}
      {total !== undefined && total > 0 && (
        <LinkList
          filters={filters}
          change={change}
          first={items}
          total={total}
          selection={selection}
          setSelection={writes ? setSelection : undefined}
        />
      )}
      <Suspense>
        {selection.size > 0 && (
          <BulkBar
            filters={filters}
            total={total ?? 0}
            selection={selection}
            setSelection={setSelection}
          />
        )}
      </Suspense>
      <OpenPanel />
    </>
  )
}

/** The panel selected by the URL: `/links/new`, `/links/new/5` (a copy of 5), `/links/5/edit`. */
function OpenPanel() {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [creates, copied] = useRoute('/links/new/:id?')
  const [edits, edited] = useRoute('/links/:id/edit')
  const [qr, setQr] = useState<Link>()
  const at = (path: string) => `${path}${search && `?${search}`}`
  const another = creates ? () => navigate(at('/links/new')) : undefined
  return (
    <Suspense>
      {(creates || edits) && (
        <LinkPanel
          id={creates ? undefined : edited?.id}
          copyOf={creates ? copied?.id : undefined}
          saved={(link) => void showSaved(link, { showQr: () => setQr(link), another })}
          close={() => navigate(at('/links'))}
        />
      )}
      {qr && <QrPanel link={qr} close={() => setQr(undefined)} />}
    </Suspense>
  )
}

const NothingYet = ({ writes }: { writes: boolean }) => (
  <EmptyState
    icon={<LinksIcon size={28} />}
    title={text.firstLink}
    action={
      writes && (
        <Button component={To} href="/links/new" mt="sm">
          {text.createFirst}
        </Button>
      )
    }
  >
    {text.whatLinksDo}
  </EmptyState>
)

const NothingFound = ({ change }: { change: (change: Record<string, string>) => void }) => (
  <EmptyState
    icon={<SearchIcon size={28} />}
    title={text.noneMatch}
    action={
      <Button
        mt="sm"
        variant="default"
        onClick={() => change({ search: '', domain: '', folder: '', tags: '', status: '' })}
      >
        {text.showAll}
      </Button>
    }
  >
    {text.tryLess}
  </EmptyState>
)

function countText(total: number, filtered: boolean): string {
  if (filtered) return text.found(total)
  return total === 0 ? text.noLinks : text.links(total)
}
