import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { text as words } from '#messages/link-try-out.ts'
import { api } from '../../api/client.ts'
import { useTimeZone } from '../../api/me.ts'
import { read } from '../../api/problem.ts'
import { COUNTRIES } from '../../shared/country.rules.ts'
import { instantOf } from '../../shared/local-time.rules.ts'
import { formatPercent } from '../../shared/numbers.rules.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { SearchSelect } from '../../shared/SearchSelect.tsx'
import { plainUrl } from '../../shared/url-input.rules.ts'
import { FieldColumns } from './FieldColumns.tsx'
import classes from './LinkPanel.module.css'
import type { Link } from './link.queries.ts'
import {
  DEVICES,
  type Device,
  ruleInWords,
  rulesInWords,
  splitOf,
  USER_AGENTS,
} from './try-out.rules.ts'

const DEVICE_CHOICES = DEVICES.map((value) => ({ value, label: words.devices[value] }))

const NO_REQUEST = { accept_language: '', referer_url: '', query: '' }
/** What the conditions of rules read besides device, place and time. */
const REQUEST_FIELDS = [
  { name: 'accept_language', label: words.languages, placeholder: 'de-CH, de;q=0.9' },
  { name: 'referer_url', label: words.referer, placeholder: 'https://' },
  { name: 'query', label: words.query, placeholder: 'utm_source=mail' },
] as const

/** Scrolls to the answer, which may be below the visible part of the panel. */
const showWhole = (answer: HTMLElement | null) => answer?.scrollIntoView({ block: 'center' })

/** Simulates a visit with the same rules as a real one. Counts no click. */
export function TryOut({ link, changed }: { link: Link; changed: boolean }) {
  const [country, setCountry] = useState<string | null>(null)
  const [device, setDevice] = useState<Device>('computer')
  const [at, setAt] = useState('')
  const [{ accept_language, referer_url, query: typed }, setRequest] = useState(NO_REQUEST)
  const zone = useTimeZone()
  const ask = useMutation({
    mutationFn: () => {
      const sent = {
        ...(accept_language && { accept_language }),
        ...(referer_url && { referer_url }),
        ...(typed && { query: typed }),
      }
      const query = {
        user_agent: USER_AGENTS[device],
        ...(country && { country }),
        ...(at && { at: instantOf(zone, at) }),
        ...sent,
      }
      const params = { path: { link_id: link.id }, query }
      return read(api().GET('/link/{link_id}/resolve', { params }))
    },
  })
  return (
    <Stack gap="sm" mt="lg" component="section" aria-label={words.title}>
      <Title order={3} size="h5">
        {words.title}
      </Title>
      <FieldColumns>
        <SearchSelect
          label={words.from}
          placeholder={words.anywhere}
          clearable
          data={COUNTRIES}
          value={country}
          onChange={setCountry}
        />
        <Select
          label={words.on}
          allowDeselect={false}
          data={DEVICE_CHOICES}
          value={device}
          onChange={(it) => setDevice(it as Device)}
        />
        <TextInput
          type="datetime-local"
          label={words.at}
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        {link.rules.length > 0 &&
          REQUEST_FIELDS.map(({ name, label, placeholder }) => (
            <TextInput
              key={name}
              label={label}
              placeholder={placeholder}
              value={{ accept_language, referer_url, query: typed }[name]}
              onChange={({ currentTarget: { value } }) =>
                setRequest((before) => ({ ...before, [name]: value }))
              }
            />
          ))}
        <Group align="flex-end">
          <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
            {words.tryIt}
          </Button>
        </Group>
      </FieldColumns>
      {changed && (
        <Text size="sm" c="dimmed">
          {words.testsSaved}
        </Text>
      )}
      <ProblemNotice error={ask.error} />
      {ask.data && (
        <output className={classes.final} ref={showWhole}>
          <b>{ruleInWords(ask.data)}</b>
          {ask.data.location && <div className="mono">{ask.data.location}</div>}
          {splitOf(link, ask.data)?.map(({ name, url, percent, isChosen }) => (
            <div key={name}>
              {formatPercent(percent / 100)} {name} <span className="mono">{plainUrl(url)}</span>
              {isChosen && <b> ← {words.thisVisitor}</b>}
            </div>
          ))}
          {rulesInWords(ask.data).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </output>
      )}
    </Stack>
  )
}
