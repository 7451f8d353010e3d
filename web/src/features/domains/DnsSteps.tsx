import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { text as domains } from '#messages/domains.ts'
import { text as words } from '#messages/shared.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { type Domain, type Pointing, type Proof, useVerify } from './domain.queries.ts'

const text = domains.dns

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
    <Stack component="section" gap="md" aria-label={text.label}>
      <Step nth={1} title={text.verifyDomain} done={proof_state === 'proven'}>
        {proof_state === 'proven' ? (
          <Text size="sm" c="dimmed">
            {text.keepRecord}
          </Text>
        ) : (
          <>
            <Text size="sm">{text.addTxt(name)}</Text>
            {byText && <TextRecord record={byText} />}
          </>
        )}
      </Step>
      <Step nth={2} title={text.pointToServer} done={data?.pointing.ok === true}>
        {data && <Target name={name} pointing={data.pointing} />}
        <Text size="sm" c="dimmed">
          {text.https(name)}
        </Text>
      </Step>
      <ProblemNotice error={error} />
      {isPending && !data && <Skeleton h={120} />}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" loading={isPending} onClick={() => verify()}>
          {data ? text.checkAgain : text.check}
        </Button>
        {!verified && (
          <Text size="sm" c="dimmed">
            {text.notYet}
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
      <Text fw={600}>{text.step({ nth, title })}</Text>
      {done && (
        <Badge variant="default" tt="none" c="var(--good)">
          {text.done}
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
    <Value label={words.name} copy={text.copyName} value={name} />
    <Value label={text.value} copy={text.copyValue} value={value} />
    <Found found={found} ok={ok} />
  </Stack>
)

function Target({ name, pointing }: { name: string; pointing: Pointing }) {
  const { records, found, ok } = pointing
  const byName = records.some(({ type }) => type === 'CNAME')
  return (
    <>
      <Text size="sm">
        {records.length === 0 ? text.addAddress(name) : byName ? text.addCname : text.addRecords}
      </Text>
      {records.map(({ type, name, value }) => (
        <Stack key={`${type} ${value}`} gap={0}>
          <Text size="sm" fw={600}>
            {type}
          </Text>
          <Value label={words.name} copy={text.copyName} value={name} />
          <Value label={text.value} copy={text.copyValue} value={value} />
        </Stack>
      ))}
      <Found found={found} ok={ok} />
      {ok === false && found.length > 0 && (
        <Text size="sm" c="dimmed">
          {text.behindProxy}
        </Text>
      )}
    </>
  )
}

/** What DNS returns; `ok` is null if there is nothing to compare it with. */
function Found({ found, ok }: { found: readonly string[]; ok: boolean | null }) {
  const values = ok === false ? text.foundInstead : text.found
  return (
    <Text size="sm" c={ok ? 'var(--good)' : 'dimmed'} className="whole">
      {ok || found.length > 0 ? values(found.join(', ')) : text.nothingFound}
    </Text>
  )
}

const Value = ({ label, copy, value }: { label: string; copy: string; value: string }) => (
  <Group gap={4} wrap="nowrap">
    <Text size="sm" c="dimmed" w={60} flex="none">
      {label}
    </Text>
    <Text size="sm" className="mono whole">
      {value}
    </Text>
    <CopyButton value={value} label={copy} />
  </Group>
)
