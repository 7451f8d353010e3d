import type { UseFormReturnType } from '@mantine/form'
import { createContext, use } from 'react'
import type { Link } from './link.queries.ts'
import type { LinkForm } from './link-form.rules.ts'

interface Editing {
  form: UseFormReturnType<LinkForm>
  /** The stored link; undefined for a new one. */
  link: Link | undefined
}

export const FormContext = createContext<Editing | undefined>(undefined)

/** The form that contains a field. */
export function useEditing(): Editing {
  const editing = use(FormContext)
  if (!editing) throw new Error('A field of a link stands outside of its form')
  return editing
}
