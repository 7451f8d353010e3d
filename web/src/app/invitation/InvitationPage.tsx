import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/invitation.ts'
import { text as words } from '#messages/shared.ts'
import { useMe } from '../../api/me.ts'
import { useSessionKey } from '../../api/session.ts'
import { FIRST_PERSON } from '../../api/sign-in.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { roleName } from '../../shared/roles.ts'
import { SignIn } from '../sign-in/SignIn.tsx'
import { SignInFrame } from '../sign-in/SignInFrame.tsx'
import { tokenInAddress, usePreview } from './invitation.queries.ts'
import { Join } from './Join.tsx'
import { NewAccount } from './NewAccount.tsx'

/** Accepting an invitation: with the account that is signed in, another one, or a new one. */
export function InvitationPage() {
  const key = useSessionKey()
  const { data: me, error: unknown } = useMe()
  const [token] = useState(tokenInAddress)
  const [first] = useState(() => history.state === FIRST_PERSON)
  const { data: invitation, error } = usePreview(token)
  const [known, setKnown] = useState(false)
  if (!window.isSecureContext) {
    return <SignInFrame title={text.title} lead={text.insecure} />
  }
  if (error ?? unknown) {
    return (
      <SignInFrame title={text.title}>
        <ProblemNotice error={error ?? unknown} />
        <Button component="a" href="/app/" variant="default">
          {text.goToDashboard}
        </Button>
      </SignInFrame>
    )
  }
  if (!invitation || (me === undefined && key === null)) {
    return (
      <SignInFrame title={text.title}>
        <Loader type="dots" role="status" aria-label={words.loading} mx="auto" />
      </SignInFrame>
    )
  }
  const { organization, role } = invitation
  if (!me && known) return <SignIn joining={organization.name} invitation={token} />
  if (!me && first) {
    return (
      <SignInFrame title={text.createYours}>
        <NewAccount token={token} invitation={invitation} known={() => setKnown(true)} first />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title={text.join(organization.name)}
      lead={text.invitedAs({ team: organization.name, role: roleName(role, 'inSentence') })}
    >
      {me ? (
        <Join token={token} invitation={invitation} me={me} />
      ) : (
        <NewAccount token={token} invitation={invitation} known={() => setKnown(true)} />
      )}
    </SignInFrame>
  )
}
