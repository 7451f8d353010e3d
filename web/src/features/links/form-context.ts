import type { UseFormReturnType } from '@mantine/form'
import { createContext, use } from 'react'
import type { Link } from './link.queries.ts'
import type { LinkForm } from './link-form.rules.ts'

interface Editing {
  form: UseFormReturnType<LinkForm>
  /** As it is stored; undefined while it is made. */
  link: Link | undefined
}

export const FormContext = createContext<Editing | undefined>(undefined)

/** The form that a field stands in. */
export function useEditing(): Editing {
  const editing = use(FormContext)
  if (!editing) throw new Error('A field of a link stands outside of its form')
  return editing
}
