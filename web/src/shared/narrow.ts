import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone. Undefined until it is known. */
export const useNarrow = () => useMediaQuery('(max-width: 48em)')
