import { Button, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/shared.ts'
import { Form } from './Form.tsx'
import { Panel } from './Panel.tsx'
import type { FormState } from './saving.ts'

interface PanelFormProps extends FormState {
  title: string
  /** The label of the save button. */
  save?: string
  children: ReactNode
}

/** A form that is a section of a page. */
export const PanelForm = ({ title, save = text.save, children, ...form }: PanelFormProps) => (
  <Panel>
    <Title order={2} size="h4" mb="sm">
      {title}
    </Title>
    <Form {...form} gap="sm">
      {children}
      <Group>
        <Button type="submit" loading={form.saving}>
          {save}
        </Button>
      </Group>
    </Form>
  </Panel>
)
