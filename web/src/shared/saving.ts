import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemError } from '../api/problem.ts'

export interface Saving<Values> {
  values: Values
  set: (change: Partial<Values>) => void
  /** The API's error for a field; undefined without one. */
  errorOf: (field: string) => string | undefined
  error: Error | null
  saving: boolean
  submit: () => void
}

interface SavingOptions<Values, Saved> {
  initial: Values
  save: (values: Values) => Promise<Saved>
  /** Queries with this key prefix are invalidated; without one, none are. */
  changes?: QueryKey
  saved: (saved: Saved) => void
}

/**
 * The state of a small form that is validated by the API: it is sent, and shows the errors
 * returned.
 */
export function useSaving<Values extends object, Saved>({
  initial,
  save,
  changes,
  saved,
}: SavingOptions<Values, Saved>): Saving<Values> {
  const [values, setValues] = useState(initial)
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: save,
    onSuccess: async (answer) => {
      if (changes) await queries.invalidateQueries({ queryKey: changes })
      saved(answer)
    },
  })
  const fields = error instanceof ProblemError ? error.fields : {}
  return {
    values,
    set: (change) => setValues((before) => ({ ...before, ...change })),
    errorOf: (field) => fields[field],
    error,
    saving: isPending,
    submit: () => mutate(values),
  }
}
