import { createContext, use } from 'react'
import type { Saving } from '../../shared/saving.ts'
import type { ListField } from './destination.rules.ts'
import type { Link } from './link.queries.ts'
import type { LinkForm, Lists, Row } from './link-form.rules.ts'

interface Editing {
  form: Saving<LinkForm>
  /** The stored link; undefined for a new one. */
  link: Link | undefined
  /** The time zone of times in the form. */
  zone: string
}

export const FormContext = createContext<Editing | undefined>(undefined)

/** The form that contains a field. */
export function useEditing(): Editing {
  const editing = use(FormContext)
  if (!editing) throw new Error('A field of a link stands outside of its form')
  return editing
}

/** The rows of a list of the form, and their changes. */
export function useRows<Field extends ListField>(field: Field) {
  const { form } = useEditing()
  const lists: Lists = form.values
  const rows: readonly Row<Field>[] = lists[field]
  const set = (changed: readonly Row<Field>[]) =>
    form.set({ [field]: changed } as unknown as Partial<LinkForm>)
  return {
    rows,
    errorOf: (index: number, name: string) => form.errorOf(`items.${index}.${name}`),
    change: (index: number, change: Partial<Row<Field>>) =>
      set(rows.map((row, i) => (i === index ? { ...row, ...change } : row))),
    add: (row: Row<Field>) => set([...rows, row]),
    remove: (index: number) => set(rows.filter((_, i) => i !== index)),
  }
}
