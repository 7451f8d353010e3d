import { Button, Drawer, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/shared.ts'
import { useFocusBack } from './focus-back.ts'
import { useNarrow } from './media.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

interface FormPanelProps {
  title: string
  /** The label of the save button. */
  save: string
  saving: boolean
  /** The error of the last attempt. */
  error: unknown
  /** The labels of the fields that are not called as in the API. */
  labels?: Readonly<Record<string, string>>
  submit: () => void
  close: () => void
  children: ReactNode
}

/** A form in a drawer next to its list. */
export function FormPanel({
  title,
  save,
  saving,
  error,
  labels,
  submit,
  close,
  children,
}: FormPanelProps) {
  useFocusBack()
  const narrow = useNarrow()
  return (
    <Drawer opened onClose={close} position="right" size={narrow ? '100%' : 480} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <ProblemNotice error={error} labels={labels} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {text.cancel}
            </Button>
            <Button type="submit" loading={saving}>
              {save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  )
}
