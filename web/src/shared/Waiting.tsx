import { Center, Loader } from '@mantine/core'
import { text } from '#messages/shared.ts'

/** While a page is loaded. */
export const Waiting = () => (
  <Center h="50vh">
    <Loader type="dots" role="status" aria-label={text.loading} />
  </Center>
)
