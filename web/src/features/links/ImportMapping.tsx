import { Button, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { text } from '#messages/links-import.ts'
import { useDomains } from '../../api/choices.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { FaultTable, SaveFaults } from './ImportFaults.tsx'
import { ImportFields } from './ImportFields.tsx'
import { HeaderChoice } from './ImportHeader.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { type Target, useCheckImport } from './import.queries.ts'
import {
  type Fault,
  type Field,
  guessMapping,
  type ImportRow,
  type Mapping,
  toImportRows,
} from './import.rules.ts'
import type { Sheet } from './sheet.rules.ts'

/** Columns without which rows with an error can be imported, by the field of the error. */
const REMEDIES: readonly { fault: string; column: Field; label: string }[] = [
  { fault: 'domain_id', column: 'domain', label: text.useDefaultDomain },
  { fault: 'has_password', column: 'has_password', label: text.withoutPasswords },
]

interface ImportMappingProps {
  sheet: Sheet
  setSheet: (sheet: Sheet) => void
  start: (plan: {
    rows: readonly ImportRow[]
    target: Target
    /** The rows to leave out. */
    faults: readonly Fault[]
  }) => void
}

/** Maps the columns, selects domain and folder, previews the links, and checks them before the start. */
export function ImportMapping({ sheet, setSheet, start }: ImportMappingProps) {
  const { header, lines } = sheet
  const [mapping, setMapping] = useState(() => guessMapping(header, lines.slice(0, 50)))
  const [place, setPlace] = useState<{ domain?: string; folder: string | null }>({ folder: null })
  const check = useCheckImport()
  const { data: domains } = useDomains()
  const domainId = Number(place.domain ?? domains?.items[0]?.id ?? 0)
  const target = { domain_id: domainId, folder_id: place.folder ? Number(place.folder) : null }
  const rows = useMemo(() => toImportRows(lines, mapping), [lines, mapping])
  const { failed = 0, faults = [] } = check.data ?? {}

  const remap = (next: Mapping) => {
    check.reset()
    setMapping(next)
  }

  /** Starts at once if no row has errors, and otherwise shows them. */
  const begin = () =>
    failed > 0
      ? start({ rows, target, faults })
      : check.mutate(
          { rows, target },
          { onSuccess: (checked) => checked.failed === 0 && start({ rows, target, faults: [] }) },
        )
  return (
    <Stack>
      <HeaderChoice sheet={sheet} setSheet={setSheet} />
      <ImportFields
        sheet={sheet}
        mapping={mapping}
        place={{ domain: `${domainId || ''}`, folder: place.folder }}
        change={(next) => {
          remap(next.mapping)
          setPlace(next.place)
        }}
      />
      {failed === 0 && <ImportPreview rows={rows} />}
      <ProblemNotice error={check.error} />
      {failed > 0 && (
        <div>
          <Text role="alert" size="sm" fw={550} mb="xs">
            {text.cannotImport({ failed, rows: rows.length })}
          </Text>
          <FaultTable faults={faults} total={failed} />
          <Group gap="xs" mt="xs">
            {REMEDIES.filter(({ fault }) => faults.some(({ field }) => field === fault)).map(
              ({ column, label }) => (
                <Button
                  key={column}
                  size="compact-sm"
                  variant="default"
                  onClick={() => remap({ ...mapping, [column]: -1 })}
                >
                  {label}
                </Button>
              ),
            )}
          </Group>
        </div>
      )}
      <Group justify="flex-end">
        {failed > 0 && <SaveFaults header={header} faults={faults} />}
        <Button
          disabled={rows.length === failed || mapping.url < 0 || !domainId}
          loading={check.isPending}
          onClick={begin}
        >
          {failed > 0 ? text.importOthers(rows.length - failed) : text.import(rows.length)}
        </Button>
      </Group>
    </Stack>
  )
}
