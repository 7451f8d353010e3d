import { Progress, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useDomains } from '../../api/choices.ts'
import { counted } from '../../shared/counted.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import type { BulkPanelProps } from './BulkFields.tsx'
import { LABELS } from './link-labels.rules.ts'

/** Moves the selected links to another domain. */
export function BulkDomain({ count, progress, error, save, close }: BulkPanelProps) {
  const { data: domains } = useDomains()
  const [domain, setDomain] = useState<string | null>(null)
  return (
    <FormPanel
      title={`Domain of ${counted(count, 'link')}`}
      save={`Change ${counted(count, 'link')}`}
      saving={progress !== undefined}
      error={error}
      labels={LABELS}
      submit={() => domain && save({ domain_id: Number(domain) })}
      close={close}
    >
      <Select
        label="Domain"
        data-autofocus
        placeholder="Which domain?"
        data={(domains?.items ?? []).map(({ id, name }) => ({ value: `${id}`, label: name }))}
        value={domain}
        onChange={setDomain}
      />
      <Text size="sm" c="dimmed">
        Links keep their slugs. Their previous short URLs stop working at once. Links whose slug is
        taken on the new domain stay where they are.
      </Text>
      {progress !== undefined && <Progress value={progress} aria-label="Changing links" />}
    </FormPanel>
  )
}
