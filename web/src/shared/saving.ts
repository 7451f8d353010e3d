import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemError } from '../api/problem.ts'

export interface Saving<Values> {
  values: Values
  set: (change: Partial<Values>) => void
  /** What the API says of a field; undefined when nothing. */
  errorOf: (field: string) => string | undefined
  error: Error | null
  saving: boolean
  submit: () => void
}

interface SavingOptions<Values, Saved> {
  initial: Values
  save: (values: Values) => Promise<Saved>
  /** Queries whose keys begin so are asked again. */
  changes: QueryKey
  saved: (saved: Saved) => void
}

/** The state of a small form whose rules are those of the API: it is sent, and shows what comes back. */
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
      await queries.invalidateQueries({ queryKey: changes })
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
