import { useEffect, useRef, useState } from 'react'
import { useDraftOwner } from '../api/draft-owner.ts'
import { DRAFT, onForget } from '../api/session.ts'

/** Fields that are never stored. */
const SECRET = /password|secret|token/

/**
 * The values that a form begins with: what was typed into it when the last session ended, if the same
 * person has signed in again and the form is still about the same values.
 */
export function useEndedDraft<Values extends object>(initial: Values, enabled: boolean) {
  const owner = useDraftOwner()
  const [name] = useState(() => `${DRAFT}form.${location.pathname}.${JSON.stringify(initial)}`)
  const [begun] = useState(() =>
    enabled ? { ...initial, ...taken<Values>(name, owner) } : initial,
  )
  const values = useRef(begun)
  useEffect(
    () =>
      onForget((why) => {
        const typed = Object.entries(values.current).filter(([field]) => !SECRET.test(field))
        if (enabled && why !== undefined && values.current !== begun)
          sessionStorage.setItem(name, JSON.stringify([owner, Object.fromEntries(typed)]))
      }),
    [name, owner, enabled, begun],
  )
  return [begun, values] as const
}

/** Takes a draft of this owner; one of another owner is removed. */
function taken<Values>(name: string, owner: string): Partial<Values> | undefined {
  const [by, values] = JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string?, Values?]
  sessionStorage.removeItem(name)
  return by === owner ? values : undefined
}
