import { type MantineSpacing, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ProblemNotice } from './ProblemNotice.tsx'
import type { FormState } from './saving.ts'

interface FormProps extends Omit<FormState, 'saving'> {
  gap?: MantineSpacing
  p?: MantineSpacing
  children: ReactNode
}

/** A form with the error of its last attempt above its fields. */
export const Form = ({ labels, error, shows, submit, gap = 'md', p = 0, children }: FormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      submit()
    }}
  >
    <Stack gap={gap} p={p}>
      <ProblemNotice error={error} labels={labels} shows={shows} />
      {children}
    </Stack>
  </form>
)
