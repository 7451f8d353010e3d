import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'

/** What a page is filtered by. Lists stand between commas. */
export type Filters = Record<string, string>

/**
 * The filters in the address, so that a view can be shared and the way back leads to it. Setting one
 * to '' takes it away; where a page of a list is counted, any other change begins at its first.
 */
export function useFilters(): [Filters, (change: Filters) => void] {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => Object.fromEntries(params), [params])
  const change = useCallback(
    (changed: Filters) =>
      setParams(
        (before) => {
          const next = { ...Object.fromEntries(before), page: '', ...changed }
          return Object.entries(next).filter(([, value]) => value !== '')
        },
        { replace: true },
      ),
    [setParams],
  )
  return [filters, change]
}
