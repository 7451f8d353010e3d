import { Button, Loader, Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/analytics.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { ChartIcon } from '../../shared/icons.tsx'

const CompareChoice = lazy(async () => ({
  default: (await import('./CompareChoice.tsx')).CompareChoice,
}))

interface CompareProps {
  filters: Filters
  change: (change: Filters) => void
}

/** Opens the choice of links, domains or tags that are compared. */
export function Compare(props: CompareProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<ChartIcon />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {text.compare}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Loader size="sm" />}>{open && <CompareChoice {...props} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
