import { Button, Divider, Stack } from '@mantine/core'
import { useState } from 'react'
import { sessionEnding } from '../../api/session.ts'
import { useSignInMethods } from '../../api/sso.ts'
import { ForgottenPassword } from './ForgottenPassword.tsx'
import { KeyForm } from './KeyForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { SsoButton } from './SsoButton.tsx'

const KEPT = 'Enter an API key of your team. It is kept in this tab until you close it.'
const INSECURE = 'To sign in with your account, open the dashboard by HTTPS.'

/**
 * Every way to sign in: a person with their account, or a tab with an API key. A person who joins a
 * team needs an account.
 */
export function SignIn({ joining, invitation }: { joining?: string; invitation?: string }) {
  const title = joining ? `Sign in to join ${joining}` : 'Sign in to Fingerpost'
  // Browsers keep the cookie of a session over TLS and on localhost only.
  const secure = window.isSecureContext
  const byPassword = useSignInMethods().data?.password ?? true
  const [way, setWay] = useState<'account' | 'key' | 'forgotten'>(secure ? 'account' : 'key')
  if (way === 'key') {
    return (
      <SignInFrame title={title} lead={secure ? KEPT : `${KEPT} ${INSECURE}`}>
        <KeyForm said={sessionEnding()} />
        {secure && (
          <Button variant="subtle" onClick={() => setWay('account')}>
            Use your account
          </Button>
        )}
      </SignInFrame>
    )
  }
  if (way === 'forgotten') {
    return (
      <SignInFrame title="Forgotten password">
        <ForgottenPassword back={() => setWay('account')} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={title} lead={sessionEnding()}>
      {byPassword && (
        <>
          <PasswordForm />
          <Button variant="subtle" size="compact-sm" onClick={() => setWay('forgotten')}>
            Forgot your password?
          </Button>
          <Divider label="or" />
        </>
      )}
      <Stack gap="xs">
        <SsoButton invitation={invitation} />
        <PasskeyButton />
        {!joining && (
          <Button variant="default" onClick={() => setWay('key')}>
            Use an API key
          </Button>
        )}
      </Stack>
    </SignInFrame>
  )
}
