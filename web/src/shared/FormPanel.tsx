import { Button, Drawer, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useFocusBack } from './focus-back.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

interface FormPanelProps {
  title: string
  /** The word on the button that saves. */
  save: string
  saving: boolean
  /** What was thrown at the last attempt. */
  error: unknown
  submit: () => void
  close: () => void
  children: ReactNode
}

/** A form beside the list that it belongs to. */
export function FormPanel({ title, save, saving, error, submit, close, children }: FormPanelProps) {
  useFocusBack()
  const narrow = useMediaQuery('(max-width: 48em)')
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
          <ProblemNotice error={error} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
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
