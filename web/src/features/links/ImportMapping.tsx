import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useDomains, useLabels } from '../../api/choices.ts'
import { counted } from '../../shared/numbers.rules.ts'
import { ImportPreview } from './ImportPreview.tsx'
import type { Target } from './import.queries.ts'
import { FIELDS, type Field, guessMapping, type ImportRow, toImportRows } from './import.rules.ts'
import type { Sheet } from './sheet.ts'

const LABELS: Record<Field, string> = {
  url: 'Destination',
  slug: 'Slug',
  tags: 'Tags',
  domain_id: 'Domain',
}

interface ImportMappingProps {
  sheet: Sheet
  start: (rows: ImportRow[], target: Target) => void
}

/** Maps the columns, selects the domain and folder, and previews the result. */
export function ImportMapping({ sheet, start }: ImportMappingProps) {
  const { header, rows } = sheet
  const [mapping, setMapping] = useState(() => guessMapping(header, rows.slice(0, 50)))
  const { data: domains } = useDomains()
  const { data: folders } = useLabels('folder')
  const [domain, setDomain] = useState<string | null>(null)
  const [folder, setFolder] = useState<string | null>(null)
  const domainId = domain ?? `${domains?.items[0]?.id ?? ''}`
  const columns = header.map((name, i) => ({ value: `${i}`, label: name || `Column ${i + 1}` }))
  const named = (items: { id: number; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: `${id}`, label: name }))
  const ready = toImportRows(rows, mapping)
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {FIELDS.map((field) => (
          <Select
            key={field}
            label={LABELS[field]}
            placeholder={field === 'url' ? 'Which column?' : 'Not in the file'}
            required={field === 'url'}
            clearable={field !== 'url'}
            data={columns}
            value={mapping[field] < 0 ? null : `${mapping[field]}`}
            onChange={(value) =>
              setMapping({ ...mapping, [field]: value === null ? -1 : Number(value) })
            }
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Domain"
          description="If the file has none"
          allowDeselect={false}
          data={named(domains?.items)}
          value={domainId}
          onChange={setDomain}
        />
        <Select
          label="Folder"
          description="For all links"
          placeholder="None"
          clearable
          data={named(folders?.items)}
          value={folder}
          onChange={setFolder}
        />
      </SimpleGrid>
      <ImportPreview rows={ready} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {rows.length > ready.length &&
            `Without a destination, so left out: ${counted(rows.length - ready.length, 'line')}.`}
        </Text>
        <Button
          disabled={ready.length === 0 || !domainId}
          onClick={() =>
            start(ready, { domain_id: Number(domainId), folder_id: folder ? Number(folder) : null })
          }
        >
          Import {counted(ready.length, 'link')}
        </Button>
      </Group>
    </Stack>
  )
}
