import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { useEndedDraft } from './ended-draft.ts'
import { fieldName, sentenceOf } from './field-name.rules.ts'

/** Props of an input of Mantine for a field with this value. */
type Input<Value> = {
  label: string
  /** The API's error for the field as a sentence, until the field changes. */
  error: string | undefined
  /** Takes the event of an input of the browser, or the new value. */
  onChange: (typed: unknown) => void
} & (Value extends boolean ? { checked: Value } : { value: Value })

/** What a form shows besides its inputs. */
export interface FormState {
  /** By the names of the fields in the API. */
  labels: Readonly<Record<string, string>>
  /** The error of the last attempt, until a field changes. */
  error: unknown
  /** Whether the input of a field shows its error itself. */
  shows?: (path: string) => boolean
  saving: boolean
  submit: () => void
}

export interface Saving<Values> extends FormState {
  values: Values
  set: (change: Partial<Values>) => void
  field: <Name extends keyof Values & string>(name: Name) => Input<Values[Name]>
  /** The API's error for a path such as `items.0.url`; undefined without one. */
  errorOf: (path: string) => string | undefined
}

interface SavingOptions<Values, Saved> {
  initial: Values
  /** The label of each field, which has its name in the API. */
  labels: Readonly<Record<keyof Values & string, string>>
  /** Aborted when the form is left. */
  save: (values: Values, signal: AbortSignal) => Promise<Saved>
  /** Queries with this key prefix are invalidated; without one, none are. */
  changes?: QueryKey
  /** Not called when the form was left before the answer. */
  saved: (saved: Saved) => void
  /** Whether the form itself keeps what is typed. */
  ownDraft?: boolean
}

/**
 * The state of a form that is validated by the API: it is sent, and shows the errors returned.
 */
export function useSaving<Values extends object, Saved>({
  initial,
  labels,
  save,
  changes,
  saved,
  ownDraft = false,
}: SavingOptions<Values, Saved>): Saving<Values> {
  const [begun, typed] = useEndedDraft(initial, !ownDraft)
  const [values, setValues] = useState(begun)
  typed.current = values
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const queries = useQueryClient()
  /** Fields with an input in the last rendering: not those of closed sections. */
  const inputs = useRef(new Set<string>())
  inputs.current = new Set()
  const [shown, setShown] = useState<ReadonlySet<string>>(inputs.current)
  const attempt = useRef<AbortController>(undefined)
  useEffect(() => () => attempt.current?.abort(), [])
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: (values: Values) => {
      attempt.current = new AbortController()
      return save(values, attempt.current.signal)
    },
    onMutate: () => setErrors({}),
    onSuccess: async () => {
      if (changes) await queries.invalidateQueries({ queryKey: changes })
    },
    onError: (failure) => {
      setErrors(
        Object.fromEntries(
          problemOf(failure).errors.map(({ field, detail }) => [
            field,
            sentenceOf(fieldName(field, labels), detail),
          ]),
        ),
      )
      setShown(inputs.current)
    },
  })
  const errorOf = (path: string) => {
    inputs.current.add(path)
    return errors[path]
  }
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))),
    )
    if (error) reset()
  }
  return {
    labels,
    values,
    set,
    field: (name) => {
      const value = values[name]
      const input: object = {
        label: labels[name],
        error: errorOf(name),
        onChange: (typed: unknown) => set({ [name]: typedValue(typed) } as Partial<Values>),
        ...(typeof value === 'boolean' ? { checked: value } : { value }),
      }
      return input as Input<typeof value>
    },
    errorOf,
    error,
    shows: (path) => shown.has(path),
    saving: isPending,
    submit: () => mutate(values, { onSuccess: saved }),
  }
}

/** The value in the event of an input, or the value itself. */
function typedValue(typed: unknown): unknown {
  if (typeof typed !== 'object' || typed === null || !('currentTarget' in typed)) return typed
  const { type, checked, value } = typed.currentTarget as HTMLInputElement
  return type === 'checkbox' ? checked : value
}
