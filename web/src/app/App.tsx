import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { styleNonce } from '../shared/style-nonce.ts'
import { Door } from './Door.tsx'
import { Notices } from './Notices.tsx'
import { queryClient } from './query-client.ts'
import { cssVariables, theme } from './theme.ts'

// For the scroll lock behind dialogs.
setNonce(styleNonce())

/** The whole dashboard. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={styleNonce}
    >
      <Notices />
      <QueryClientProvider client={queryClient}>
        <Door />
      </QueryClientProvider>
    </MantineProvider>
  )
}
