import { Button, Divider, Stack } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/sign-in.ts'
import { sessionEnding } from '../../api/session.ts'
import { useSignInMethods } from '../../api/sso.ts'
import { ForgottenPassword } from './ForgottenPassword.tsx'
import { KeyForm } from './KeyForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { SsoButton } from './SsoButton.tsx'

/**
 * Every way to sign in: a person with their account, or a tab with an API key. A person who joins a
 * team needs an account.
 */
export function SignIn({ joining, invitation }: { joining?: string; invitation?: string }) {
  const title = joining ? text.toJoin(joining) : text.title
  // Browsers keep the cookie of a session over TLS and on localhost only.
  const secure = window.isSecureContext
  const byPassword = useSignInMethods().data?.password ?? true
  const [way, setWay] = useState<'account' | 'key' | 'forgotten'>(secure ? 'account' : 'key')
  if (way === 'key') {
    return (
      <SignInFrame
        title={title}
        lead={secure ? text.keyIsStored : `${text.keyIsStored} ${text.insecure}`}
      >
        <KeyForm problem={sessionEnding()} />
        {secure && (
          <Button variant="subtle" onClick={() => setWay('account')}>
            {text.useAccount}
          </Button>
        )}
      </SignInFrame>
    )
  }
  if (way === 'forgotten') {
    return (
      <SignInFrame title={text.forgotten}>
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
            {text.forgotYours}
          </Button>
          <Divider label={text.or} />
        </>
      )}
      <Stack gap="xs">
        <SsoButton invitation={invitation} />
        <PasskeyButton />
        {!joining && (
          <Button variant="default" onClick={() => setWay('key')}>
            {text.useKey}
          </Button>
        )}
      </Stack>
    </SignInFrame>
  )
}
