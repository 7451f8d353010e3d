import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { text } from '#messages/links-bulk.ts'
import { showFailure } from '../../shared/failure.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { namesOfAll } from './export.queries.ts'
import { type Selection, withLinks } from './selection.rules.ts'
import type { ChangeSelection } from './selection.ts'

interface SelectAllProps {
  filters: Filters
  /** The number of links of the filter. */
  total: number
  selection: Selection
  setSelection: ChangeSelection
}

/** Selects every link of the filter, also those that were never loaded. */
export function SelectAll({ filters, total, selection, setSelection }: SelectAllProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: namesOfAll,
    onError: (error) => showFailure(text.cannotSelectAll, error),
  })
  if (selection.size >= total) return null
  // Not called when the selection was cleared meanwhile, because it unmounts this button.
  const onSuccess = (links: Awaited<ReturnType<typeof namesOfAll>>) =>
    setSelection((before) => withLinks(before, links, true))
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={isPending}
      onClick={() => mutate(filters, { onSuccess })}
    >
      {text.selectAll(total)}
    </Button>
  )
}
