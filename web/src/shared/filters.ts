import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'

/** The filters of a page. Lists are comma-separated. */
export type Filters = Record<string, string>

/**
 * The filters in the URL, so that a view can be shared and restored by the back button. Setting a
 * filter to '' removes it; any change resets the page number.
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
