import { useMediaQuery } from '@mantine/hooks'

/** Known in the first render, so that no control is replaced while it is pressed. */
const useMedia = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false })

/** Whether the window is as narrow as a phone. */
export const useNarrow = (): boolean => useMedia('(max-width: 48em)')

/** Whether the rows of a list have room for charts. */
export const useWide = (): boolean => useMedia('(min-width: 68em)')
