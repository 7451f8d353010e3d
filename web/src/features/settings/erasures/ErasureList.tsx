import { Box, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/erasures.ts'
import { text as words } from '#messages/shared.ts'
import { useDomains } from '../../../api/choices.ts'
import { useTimeZone } from '../../../api/me.ts'
import { useMemberNames } from '../../../api/members.ts'
import { filled } from '../../../shared/filled.tsx'
import { PageChoice } from '../../../shared/PageChoice.tsx'
import { ProblemNotice } from '../../../shared/ProblemNotice.tsx'
import { Rows } from '../../../shared/Rows.tsx'
import { TimeAgo } from '../../../shared/TimeAgo.tsx'
import { useLink } from '../../analytics/choice.queries.ts'
import { type Erasure, useErasures } from './erasure.queries.ts'

/** The erasures of the team, with their progress; nothing if there are none. */
export function ErasureList() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useErasures(page - 1)
  if (!error && !data?.total) return null
  return (
    <Box mt="md">
      <Title order={3} size="h5" id="erasures">
        {text.list}
      </Title>
      <ProblemNotice error={error} retry={refetch} />
      <Box mx="-md">
        <Rows aria-labelledby="erasures">
          {data?.items.map((erasure) => (
            <Row key={erasure.id} erasure={erasure} />
          ))}
        </Rows>
      </Box>
      <PageChoice of={data} page={page} change={setPage} />
    </Box>
  )
}

function Row({ erasure }: { erasure: Erasure }) {
  const { state, found, erased, failure, created_at, created_by } = erasure
  const names = useMemberNames()
  const who = created_by === null ? text.operator : names.get(created_by)
  const when = <TimeAgo time={created_at} />
  const progress = text.states[state]
  return (
    <li>
      <Box miw={0} flex={1}>
        <Text size="sm" fw={500} className="whole">
          {useCriteria(erasure).join(' · ')}
        </Text>
        <Text size="sm">
          {typeof progress === 'string' ? progress : progress({ erased, found })}
        </Text>
        {failure && (
          <Text size="sm" c="var(--mantine-color-error)">
            {text.failing}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {who ? filled(text.requestedBy, { when, who }) : filled(text.requestedAt, { when })}
        </Text>
      </Box>
    </li>
  )
}

/** Which clicks an erasure includes, as a person reads it. */
function useCriteria({ link_ids, domain_id, address, from, to }: Erasure): string[] {
  const [first = '', ...more] = link_ids
  const { data: link } = useLink(first, first !== '' && more.length === 0)
  const { data: domains } = useDomains()
  const zone = useTimeZone()
  const date = new Intl.DateTimeFormat(undefined, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const domain = domains?.items.find(({ id }) => id === domain_id)?.name ?? text.formerDomain
  return [
    ...(first ? [link ? `${link.domain}/${link.slug}` : words.countOfLinks(link_ids.length)] : []),
    ...(domain_id === null ? [] : [domain]),
    ...(address === null ? [] : [address.replace(/\/(32|128)$/, '')]),
    ...(from === null ? [] : [text.since(date.format(new Date(from)))]),
    ...(to === null ? [] : [text.before(date.format(new Date(to)))]),
  ]
}
