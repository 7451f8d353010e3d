import { Badge, Button, Group, Text } from '@mantine/core'
import { useLocation, useRoute } from 'wouter'
import { text } from '#messages/domains.ts'
import { useCan } from '../../api/me.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { filled } from '../../shared/filled.tsx'
import { GlobeIcon, PencilIcon, PlusIcon, TrashIcon } from '../../shared/icons.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { RowAction } from '../../shared/RowAction.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { ClaimPanel } from './ClaimPanel.tsx'
import { DomainPanel } from './DomainPanel.tsx'
import { type Domain, deleteDomain, useDomainList } from './domain.queries.ts'

export function Page() {
  const [, navigate] = useLocation()
  const [, opened] = useRoute('/domains/:id')
  const list = useDomainList()
  const chosen = list.data?.items.find(({ id }) => `${id}` === opened?.id)
  const close = () => navigate('/domains')
  const add = useCan()('catalog:write') && (
    <Button leftSection={<PlusIcon />} onClick={() => navigate('/domains/new')}>
      {text.add}
    </Button>
  )
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={add}
      list={list}
      empty={
        <EmptyState icon={<GlobeIcon size={28} />} title={text.none} action={add}>
          {text.whyAdd}
        </EmptyState>
      }
      row={(domain, _, remove) => (
        <Row domain={domain} open={() => navigate(`/domains/${domain.id}`)} remove={remove} />
      )}
      removal={({ id, name }) => ({
        title: text.askDelete(name),
        action: text.deleteDomain,
        run: () => deleteDomain(id),
        done: text.deleted(name),
        changes: [['domain']],
        children: text.afterDelete(name),
      })}
    >
      {add && opened?.id === 'new' && (
        <ClaimPanel close={close} claimed={({ id }) => navigate(`/domains/${id}`)} />
      )}
      {chosen && add && <DomainPanel key={chosen.id} domain={chosen} close={close} />}
    </ListPage>
  )
}

const DAY_MS = 86_400_000
const daysUntil = (time: string) => Math.ceil((Date.parse(time) - Date.now()) / DAY_MS)

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
          {verified
            ? filled(text.stopsWorking, { when: <TimeAgo time={proof_due_at} /> })
            : text.lapses(daysUntil(proof_due_at))}
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
          <RowAction icon={PencilIcon} label={text.editNamed(name)} onClick={open} />
          <RowAction icon={TrashIcon} label={text.deleteNamed(name)} onClick={remove} />
        </Group>
      )}
    </li>
  )
}
