import { Button, Group } from '@mantine/core'
import { CloseIcon, PlusIcon } from '../../shared/icons.tsx'
import { RowAction } from '../../shared/RowAction.tsx'

interface RemoveRowProps {
  label: string
  remove: () => void
}

/** Removes a row of a list of destinations. */
export const RemoveRow = ({ label, remove }: RemoveRowProps) => (
  <RowAction icon={CloseIcon} size="lg" label={label} onClick={remove} />
)

interface AddRowProps {
  label: string
  disabled?: boolean
  add: () => void
}

/** Adds a row to a list of destinations. */
export const AddRow = ({ label, disabled = false, add }: AddRowProps) => (
  <Group>
    <Button
      variant="default"
      size="xs"
      leftSection={<PlusIcon />}
      disabled={disabled}
      onClick={add}
    >
      {label}
    </Button>
  </Group>
)
