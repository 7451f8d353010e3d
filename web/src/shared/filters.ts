import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { type Filters, filtersIn, valuesOf } from './filter-values.rules.ts'

/**
 * The filters in the URL, so that a view can be shared and restored by the back button. Setting a
 * filter to '' removes it; any change resets the page number.
 */
export function useFilters(): [Filters, (change: Filters) => void] {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => filtersIn(params), [params])
  const change = useCallback(
    (changed: Filters) =>
      setParams(
        (before) => {
          const next = { ...filtersIn(before), page: '', ...changed }
          return Object.entries(next).flatMap(([name, value]) =>
            valuesOf(value).map((it): [string, string] => [name, it]),
          )
        },
        { replace: true },
      ),
    [setParams],
  )
  return [filters, change]
}
