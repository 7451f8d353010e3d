import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { Router } from 'wouter'
import { useSessionKey } from '../api/session.ts'
import { queryClient } from './query-client.ts'
import { Shell } from './Shell.tsx'
import { SignIn } from './SignIn.tsx'
import { cssVariables, styleNonce, theme } from './theme.ts'

// For the scroll lock behind dialogs.
setNonce(styleNonce())

/** The whole dashboard: the sign-in page, or the pages of a session. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-center" limit={3} />
      <QueryClientProvider client={queryClient}>
        <Router base="/app">
          <Door />
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Door() {
  const key = useSessionKey()
  return key ? <Shell key={key} /> : <SignIn />
}
