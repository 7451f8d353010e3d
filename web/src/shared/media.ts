import { useMediaQuery } from '@mantine/hooks'

/** Evaluated in the first render, not in an effect, so that no control is replaced while the user presses it. */
const useMedia = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false })

/** Whether the window is as narrow as a phone. */
export const useNarrow = (): boolean => useMedia('(max-width: 48em)')

/** Whether the window is wide enough for charts in the rows of a list. */
export const useWide = (): boolean => useMedia('(min-width: 68em)')
