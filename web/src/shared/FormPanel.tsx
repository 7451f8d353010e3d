import { Button, Drawer, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/shared.ts'
import { Form } from './Form.tsx'
import { useFocusBack } from './focus-back.ts'
import { useNarrow } from './media.ts'
import type { FormState } from './saving.ts'

interface FormPanelProps extends FormState {
  title: string
  /** The label of the save button. */
  save: string
  close: () => void
  children: ReactNode
}

/** A form in a drawer next to its list. */
export function FormPanel({ title, save, close, children, ...form }: FormPanelProps) {
  useFocusBack()
  const narrow = useNarrow()
  return (
    <Drawer opened onClose={close} position="right" size={narrow ? '100%' : 480} title={title}>
      <Form {...form}>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={form.saving}>
            {save}
          </Button>
        </Group>
      </Form>
    </Drawer>
  )
}
