import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/shared.ts'
import { type Scope, useCan } from '../api/me.ts'
import classes from './Editable.module.css'

interface EditableProps {
  /** The scope that a change needs. */
  scope: Scope
  /** Leaves out the explanation, where another part of the form has it. */
  quiet?: boolean
  children: ReactNode
}

/** Disables every control inside for those whose role cannot change it, and says why. */
export function Editable({ scope, quiet, children }: EditableProps) {
  if (useCan()(scope)) return children
  return (
    <fieldset disabled className={classes.fields}>
      {!quiet && (
        <Text size="sm" c="dimmed" role="note" mb="sm">
          {text.readOnly}
        </Text>
      )}
      {children}
    </fieldset>
  )
}
