import { Progress, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/links-bulk.ts'
import { text as words } from '#messages/shared.ts'
import { useDomains } from '../../api/choices.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import type { BulkPanelProps } from './BulkFields.tsx'
import { LABELS } from './link-fields.rules.ts'

/** Moves the selected links to another domain; `clicks` is their total. */
export function BulkDomain({
  count,
  clicks,
  progress,
  error,
  save,
  close,
}: BulkPanelProps & { clicks: number }) {
  const { data: domains } = useDomains()
  const [domain, setDomain] = useState<string | null>(null)
  return (
    <FormPanel
      title={text.titles.domain(count)}
      save={text.change(count)}
      saving={progress !== undefined}
      error={error}
      labels={LABELS}
      submit={() => domain && save({ domain_id: Number(domain) })}
      close={close}
    >
      <Select
        label={words.domain}
        data-autofocus
        placeholder={text.whichDomain}
        data={(domains?.items ?? []).map(({ id, name }) => ({ value: `${id}`, label: name }))}
        value={domain}
        onChange={setDomain}
      />
      <Text size="sm" c="dimmed">
        {text.slugsStay} {clicks > 0 && text.clicksOfOld(clicks)}
      </Text>
      {progress !== undefined && <Progress value={progress} aria-label={text.changing} />}
    </FormPanel>
  )
}
