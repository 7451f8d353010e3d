import { Box, Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { text as words } from '#messages/shared.ts'
import { text } from '#messages/trash.ts'
import { useCan } from '../../api/me.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { filled } from '../../shared/filled.tsx'
import { TrashIcon } from '../../shared/icons.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { RowAction } from '../../shared/RowAction.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { purgeLinks } from '../links/bulk.queries.ts'
import { allDeleted, type DeletedLink, useRestore, useTrash } from './trash.queries.ts'

const DAY_MS = 86_400_000

/** Deleted links, for as long as they can be restored. */
export function Page() {
  const list = useTrash()
  const [purged, setPurged] = useState<DeletedLink | 'all'>()
  const total = list.data?.total ?? 0
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        total > 0 && (
          <Button variant="default" leftSection={<TrashIcon />} onClick={() => setPurged('all')}>
            {text.empty}
          </Button>
        )
      }
      list={list}
      empty={
        <EmptyState icon={<TrashIcon size={28} />} title={text.isEmpty}>
          {text.staysHere}
        </EmptyState>
      }
      row={(link) => <Row link={link} purge={() => setPurged(link)} />}
    >
      {purged && (
        <PurgePanel
          link={purged === 'all' ? undefined : purged}
          total={total}
          close={() => setPurged(undefined)}
        />
      )}
    </ListPage>
  )
}

function Row({ link, purge }: { link: DeletedLink; purge: () => void }) {
  const { domain, slug, title, url, clicks, deleted_at, restorable_until } = link
  const restore = useRestore()
  const days = Math.max(Math.ceil((Date.parse(restorable_until) - Date.now()) / DAY_MS), 0)
  const name = `${domain}/${slug}`
  return (
    <li>
      <Box miw={0} flex={1}>
        <Text fw={500} className="clip">
          {name}
        </Text>
        <Text size="sm" c="dimmed" className="clip" title={url}>
          {title ? `${title} · ${url}` : url}
        </Text>
        <Text size="sm" c="dimmed">
          {filled(text.deleted, { when: <TimeAgo time={deleted_at} /> })} ·{' '}
          <span className="number">{text.daysLeft(days)}</span> ·{' '}
          <span className="number">{words.countOfClicks(clicks)}</span>
        </Text>
      </Box>
      <Button
        variant="default"
        size="compact-sm"
        loading={restore.isPending}
        aria-label={text.restoreNamed(name)}
        onClick={() => restore.mutate(link)}
      >
        {text.restore}
      </Button>
      <RowAction
        icon={TrashIcon}
        label={text.purgeNamed(name)}
        title={text.purge}
        onClick={purge}
      />
    </li>
  )
}

interface PurgePanelProps {
  /** Undefined means every link in the trash. */
  link: DeletedLink | undefined
  total: number
  close: () => void
}

function PurgePanel({ link, total, close }: PurgePanelProps) {
  const [withClicks, setWithClicks] = useState(false)
  const erases = useCan()('click:erase')
  const name = link ? `${link.domain}/${link.slug}` : words.countOfLinks(total)
  return (
    <ConfirmPanel
      title={text.askPurge(name)}
      action={text.purge}
      run={async () => purgeLinks(link ? [link.id] : await allDeleted(), withClicks)}
      done={text.purged(name)}
      changes={[['link', 'trash']]}
      close={close}
    >
      {text.afterPurge(link ? 1 : total)}{' '}
      <span role="status">{withClicks ? text.clicksGo : text.clicksStay}</span>
      {erases && (
        <Checkbox
          mt="md"
          label={text.deleteClicks}
          checked={withClicks}
          onChange={({ currentTarget }) => setWithClicks(currentTarget.checked)}
        />
      )}
    </ConfirmPanel>
  )
}
