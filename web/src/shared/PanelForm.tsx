import { Button, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/shared.ts'
import { Panel } from './Panel.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'

interface PanelFormProps {
  title: string
  /** The label of the save button. */
  save?: string
  saving: boolean
  /** The error of the last attempt. */
  error: unknown
  /** The labels of the fields that are not called as in the API. */
  labels?: Readonly<Record<string, string>>
  submit: () => void
  children: ReactNode
}

/** A form that is a section of a page. */
export function PanelForm({
  title,
  save = text.save,
  saving,
  error,
  labels,
  submit,
  children,
}: PanelFormProps) {
  return (
    <Panel>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="sm">
          <ProblemNotice error={error} labels={labels} />
          {children}
          <Group>
            <Button type="submit" loading={saving}>
              {save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
