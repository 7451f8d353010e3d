import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { type Domain, type Proof, useVerify } from './domain.queries.ts'

/** The DNS records, one of which verifies the domain, and the current DNS content. */
export function ProofSteps({ domain }: { domain: Domain }) {
  const { mutate: verify, data, error, isPending } = useVerify(domain.id)
  useEffect(() => verify(), [verify])
  return (
    <Alert color="ember" variant="light" title="Verify your domain">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Add one of these records to the DNS of {domain.name}, and keep it. DNS changes can take an
          hour to be visible. The TXT record only verifies the domain: visitors reach its links once
          an A, AAAA or CNAME record leads to this server, too.
        </Text>
        <ProblemNotice error={error} />
        {!data && !error && <Skeleton h={120} />}
        {data?.records.map((record) => (
          <Record key={record.type} record={record} />
        ))}
        {data && !data.records.some(({ type }) => type === 'CNAME') && (
          <Text size="sm" c="dimmed">
            This instance offers no CNAME record. Its operator can set INSTANCE_HOST to offer one.
          </Text>
        )}
        <Button size="compact-sm" variant="default" loading={isPending} onClick={() => verify()}>
          Check again
        </Button>
      </Stack>
    </Alert>
  )
}

function Record({ record: { type, name, value, found, ok } }: { record: Proof }) {
  return (
    <Stack gap={0} w="100%">
      <Text size="sm" fw={600}>
        {type}
      </Text>
      <Value label="Name" value={name} />
      <Value label="Value" value={value} />
      <Text size="sm" c={ok ? 'var(--good)' : 'dimmed'}>
        {ok
          ? 'Found.'
          : found.length > 0
            ? `Found instead: ${found.join(', ')}`
            : 'Nothing found there yet.'}
      </Text>
    </Stack>
  )
}

const Value = ({ label, value }: { label: string; value: string }) => (
  <Group gap={4} wrap="nowrap">
    <Text size="sm" c="dimmed" w={48} flex="none">
      {label}
    </Text>
    <Text size="sm" className="mono whole">
      {value}
    </Text>
    <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
  </Group>
)
