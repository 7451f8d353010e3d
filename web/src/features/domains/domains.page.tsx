import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { text } from '#messages/domains.ts'
import { useCan } from '../../api/me.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { filled } from '../../shared/filled.tsx'
import { GlobeIcon, PencilIcon, PlusIcon, TrashIcon } from '../../shared/icons.tsx'
import { PageChoice } from '../../shared/PageChoice.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { WaitingRows } from '../../shared/WaitingRows.tsx'
import { ClaimPanel } from './ClaimPanel.tsx'
import { DomainPanel } from './DomainPanel.tsx'
import { type Domain, deleteDomain, useDomainPage } from './domain.queries.ts'

export function Page() {
  const [, navigate] = useLocation()
  const [, opened] = useRoute('/domains/:id')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useDomainPage(page - 1)
  const [removed, setRemoved] = useState<Domain>()
  const shown = data?.items
  const chosen = shown?.find(({ id }) => `${id}` === opened?.id)
  const close = () => navigate('/domains')
  const add = useCan()('catalog:write') && (
    <Button leftSection={<PlusIcon />} onClick={() => navigate('/domains/new')}>
      {text.add}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.title} lead={text.lead}>
        {add}
      </PageHeader>
      <ProblemNotice error={error} retry={refetch} />
      {!data && !error && <WaitingRows />}
      {shown?.length === 0 && (
        <EmptyState icon={<GlobeIcon size={28} />} title={text.none} action={add}>
          {text.whyAdd}
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <Panel p={0}>
          <Rows>
            {shown.map((domain) => (
              <Row
                key={domain.id}
                domain={domain}
                open={() => navigate(`/domains/${domain.id}`)}
                remove={() => setRemoved(domain)}
              />
            ))}
          </Rows>
        </Panel>
      )}
      <PageChoice of={data} page={page} change={setPage} />
      {add && opened?.id === 'new' && (
        <ClaimPanel close={close} claimed={({ id }) => navigate(`/domains/${id}`)} />
      )}
      {removed && (
        <ConfirmPanel
          title={text.askDelete(removed.name)}
          action={text.deleteDomain}
          run={() => deleteDomain(removed.id)}
          done={text.deleted(removed.name)}
          changes={[['domain']]}
          close={() => setRemoved(undefined)}
        >
          {text.afterDelete(removed.name)}
        </ConfirmPanel>
      )}
      {chosen && add && <DomainPanel key={chosen.id} domain={chosen} close={close} />}
    </>
  )
}

interface RowProps {
  domain: Domain
  open: () => void
  remove: () => void
}

function Row({ domain, open, remove }: RowProps) {
  const writes = useCan()('catalog:write')
  const { name, verified, is_default, slug_length, proof_state, proof_due_at } = domain
  return (
    <li>
      <Text fw={500} className="whole">
        {name}
      </Text>
      {proof_state === 'proven' ? (
        <Badge variant="default" tt="none" c="var(--good)">
          {text.verified}
        </Badge>
      ) : (
        <Badge variant="light" tt="none">
          {text.states[proof_state]}
        </Badge>
      )}
      {is_default && (
        <Badge variant="default" tt="none">
          {text.isDefault}
        </Badge>
      )}
      {proof_due_at && proof_state !== 'lapsed' && (
        <Text size="sm" c="dimmed" visibleFrom="sm">
          {filled(verified ? text.stopsWorking : text.lapses, {
            when: <TimeAgo time={proof_due_at} />,
          })}
        </Text>
      )}
      <Text size="sm" c="dimmed" visibleFrom="sm">
        {text.slugLength(slug_length)}
      </Text>
      {writes && (
        <Group gap={2} ml="auto" wrap="nowrap">
          {proof_state !== 'proven' && (
            <Button
              variant="light"
              size="compact-sm"
              aria-label={text.verifyNamed(name)}
              onClick={open}
            >
              {text.verify}
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={text.editNamed(name)}
            onClick={open}
          >
            <PencilIcon />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={text.deleteNamed(name)}
            onClick={remove}
          >
            <TrashIcon />
          </ActionIcon>
        </Group>
      )}
    </li>
  )
}
