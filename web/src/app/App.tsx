import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { styleNonce } from '../shared/style-nonce.ts'
import { Door } from './Door.tsx'
import { Notices } from './Notices.tsx'
import { usePrinting } from './printing.ts'
import { queryClient } from './query-client.ts'
import { cssVariables, theme } from './theme.ts'

// For the scroll lock behind dialogs.
setNonce(styleNonce())

/** The whole dashboard. */
export function App() {
  const printing = usePrinting()
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      {...(printing && { forceColorScheme: 'light' })}
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
