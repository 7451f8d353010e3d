import { Center, Loader } from '@mantine/core'

/** While a page is loaded. */
export const Waiting = () => (
  <Center h="50vh">
    <Loader type="dots" aria-label="Loading" />
  </Center>
)
