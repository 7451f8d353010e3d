import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/links-import.ts'
import { useDomains } from '../../api/choices.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { FaultTable, SaveFaults } from './ImportFaults.tsx'
import { ImportFields } from './ImportFields.tsx'
import { ImportPreview, LeftOut, RawRows } from './ImportPreview.tsx'
import { type Plan, useCaseSensitive, useCheckImport } from './import.queries.ts'
import { changedColumns, type Fault, foundMapping, type Mapping } from './import.rules.ts'
import type { Sheet } from './sheet.rules.ts'

interface ImportMappingProps {
  sheet: Sheet
  start: (plan: Plan) => void
}

/** Maps the columns, selects domain and folder, previews the links, and checks them before the start. */
export function ImportMapping({ sheet, start }: ImportMappingProps) {
  const [mapping, setMapping] = useState(() => foundMapping(sheet))
  const [place, setPlace] = useState<{ domain?: string; folder: string | null }>({ folder: null })
  const [ignoreDomain, setIgnoreDomain] = useState(false)
  const check = useCheckImport()
  const { data: domains } = useDomains()
  const domainId = Number(place.domain ?? domains?.items[0]?.id ?? 0)
  const plan = {
    domain_id: domainId,
    folder_id: place.folder ? Number(place.folder) : null,
    ignore_domain: ignoreDomain,
    columns: changedColumns(sheet, mapping),
  }
  const { failed = 0, faults = [] } = check.data ?? {}
  const rows = sheet.lines.length

  const remap = (next: Mapping) => {
    check.reset()
    setMapping(next)
  }

  /** Starts at once if no row has errors, and otherwise shows them. */
  const begin = () =>
    failed > 0
      ? start(plan)
      : check.mutate(
          { sheet, plan },
          { onSuccess: (checked) => checked.failed === 0 && start(plan) },
        )
  return (
    <Stack>
      <ImportFields
        header={sheet.header}
        mapping={mapping}
        place={{ domain: `${domainId || ''}`, folder: place.folder }}
        change={(next) => {
          remap(next.mapping)
          setPlace(next.place)
        }}
      />
      {mapping.url < 0 && <RawRows sheet={sheet} />}
      {mapping.url >= 0 && failed === 0 && <ImportPreview sheet={sheet} mapping={mapping} />}
      <LeftOut sheet={sheet} mapping={mapping} />
      <ProblemNotice error={check.error} />
      {failed > 0 && (
        <div>
          <Text role="alert" size="sm" fw={550} mb="xs">
            {text.cannotImport({ failed, rows })}
          </Text>
          <FaultTable faults={faults} total={failed} />
          <Remedies
            faults={faults}
            domainId={domainId}
            ignoreDomain={() => {
              check.reset()
              setIgnoreDomain(true)
            }}
            withoutPasswords={() => remap({ ...mapping, has_password: -1 })}
            again={check.reset}
          />
        </div>
      )}
      <Group justify="flex-end">
        {failed > 0 && <SaveFaults header={sheet.header} faults={faults} />}
        <Button
          disabled={rows === failed || mapping.url < 0 || !domainId}
          loading={check.isPending}
          onClick={begin}
        >
          {failed > 0 ? text.importOthers(rows - failed) : text.import(rows)}
        </Button>
      </Group>
    </Stack>
  )
}

interface RemediesProps {
  faults: readonly Fault[]
  domainId: number
  ignoreDomain: () => void
  withoutPasswords: () => void
  again: () => void
}

/** Changes with which rows with errors can be imported. */
function Remedies({ faults, domainId, again, ...props }: RemediesProps) {
  const sensitive = useCaseSensitive()
  const has = (test: (fault: Fault) => boolean) => faults.some(test)
  const remedy = (label: string, onClick: () => void) => (
    <Button size="compact-sm" variant="default" loading={sensitive.isPending} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <Group gap="xs" mt="xs">
      {has(({ field }) => field === 'domain_id') &&
        remedy(text.useDefaultDomain, props.ignoreDomain)}
      {has(({ field }) => field === 'has_password') &&
        remedy(text.withoutPasswords, props.withoutPasswords)}
      {has(({ code }) => code === 'case_clash') &&
        remedy(text.caseSensitive, () => sensitive.mutate(domainId, { onSuccess: again }))}
      <ProblemNotice error={sensitive.error} />
    </Group>
  )
}
