import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { type Domain, type Pointing, type Proof, useVerify } from './domain.queries.ts'

/** The two steps that connect a domain, each with the records found in DNS. */
export function DnsSteps({ domain: { id, name, verified, proof_state } }: { domain: Domain }) {
  const { mutate: verify, data, error, isPending } = useVerify(id)
  const [checked] = useState(proof_state !== 'proven')
  useEffect(() => {
    if (checked) verify()
  }, [checked, verify])
  const byText = data?.records.find(({ type }) => type === 'TXT')
  // A name that only this machine resolves has no DNS records.
  if (/(^|\.)localhost$/.test(name)) return null
  return (
    <Stack component="section" gap="md" aria-label="DNS">
      <Step nth={1} title="Verify your domain" done={proof_state === 'proven'}>
        {proof_state === 'proven' ? (
          <Text size="sm" c="dimmed">
            Keep the record: it is checked daily.
          </Text>
        ) : (
          <>
            <Text size="sm">
              Add this TXT record to the DNS of {name}, and keep it. Changes can take an hour to be
              visible.
            </Text>
            {byText && <TextRecord record={byText} />}
          </>
        )}
      </Step>
      <Step nth={2} title="Point it to this server" done={data?.pointing.ok === true}>
        {data && <Target name={name} pointing={data.pointing} />}
        <Text size="sm" c="dimmed">
          HTTPS: the first visit after both steps requests a certificate if the operator has enabled
          TLS. With a proxy of your own, add {name} to its certificates.
        </Text>
      </Step>
      <ProblemNotice error={error} />
      {isPending && !data && <Skeleton h={120} />}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" loading={isPending} onClick={() => verify()}>
          {data ? 'Check again' : 'Check DNS'}
        </Button>
        {!verified && (
          <Text size="sm" c="dimmed">
            Its links do not work until step 1 is done.
          </Text>
        )}
      </Group>
    </Stack>
  )
}

interface StepProps {
  nth: number
  title: string
  done: boolean
  children: ReactNode
}

const Step = ({ nth, title, done, children }: StepProps) => (
  <Stack gap="xs">
    <Group gap="xs">
      <Text fw={600}>
        {nth}. {title}
      </Text>
      {done && (
        <Badge variant="default" tt="none" c="var(--good)">
          Done
        </Badge>
      )}
    </Group>
    {children}
  </Stack>
)

const TextRecord = ({ record: { type, name, value, found, ok } }: { record: Proof }) => (
  <Stack gap={0}>
    <Text size="sm" fw={600}>
      {type}
    </Text>
    <Value label="Name" value={name} />
    <Value label="Value" value={value} />
    <Found found={found} ok={ok} />
  </Stack>
)

function Target({ name, pointing }: { name: string; pointing: Pointing }) {
  const { records, found, ok } = pointing
  const byName = records.some(({ type }) => type === 'CNAME')
  return (
    <>
      <Text size="sm">
        {records.length === 0
          ? `Add an A or AAAA record for ${name} with the public address of this server. Its operator knows it.`
          : byName
            ? 'Add this CNAME record. It verifies the domain, too.'
            : 'Add these records. A CNAME record is not possible at the apex of a domain.'}
      </Text>
      {records.map(({ type, name, value }) => (
        <Stack key={`${type} ${value}`} gap={0}>
          <Text size="sm" fw={600}>
            {type}
          </Text>
          <Value label="Name" value={name} />
          <Value label="Value" value={value} />
        </Stack>
      ))}
      <Found found={found} ok={ok} />
      {ok === false && found.length > 0 && (
        <Text size="sm" c="dimmed">
          Behind a proxy such as Cloudflare, its addresses are found instead.
        </Text>
      )}
    </>
  )
}

/** What DNS returns; `ok` is null if there is nothing to compare it with. */
function Found({ found, ok }: { found: readonly string[]; ok: boolean | null }) {
  const values = found.join(', ')
  const text = ok
    ? `Found: ${values}`
    : values === ''
      ? 'Nothing found there yet.'
      : `${ok === null ? 'Found' : 'Found instead'}: ${values}`
  return (
    <Text size="sm" c={ok ? 'var(--good)' : 'dimmed'} className="whole">
      {text}
    </Text>
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
