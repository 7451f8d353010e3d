import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Redirect, Router, useLocation } from 'wouter'
import { type Me, useMe } from '../api/me.ts'
import { useSessionKey } from '../api/session.ts'
import { forgetRedeemed, onToken, takeToken } from '../api/sign-in.ts'
import { addressOfTeam, lastTeam, storeLastTeam, teamInAddress } from '../api/team.ts'
import { ProblemNotice } from '../shared/ProblemNotice.tsx'
import { Waiting } from '../shared/Waiting.tsx'
import { Shell } from './Shell.tsx'

const InvitationPage = lazy(async () => ({
  default: (await import('./invitation/InvitationPage.tsx')).InvitationPage,
}))
const ResetPage = lazy(async () => ({
  default: (await import('./password-reset/ResetPage.tsx')).ResetPage,
}))
const NoTeam = lazy(async () => ({ default: (await import('./NoTeam.tsx')).NoTeam }))
const SignIn = lazy(async () => ({ default: (await import('./sign-in/SignIn.tsx')).SignIn }))
const SignInLink = lazy(async () => ({
  default: (await import('./sign-in/SignInLink.tsx')).SignInLink,
}))

/** The pages of a session, or the way to get one. */
export function Door() {
  const key = useSessionKey()
  // Above Suspense, which discards the state of a child that waits for its code: a token is taken once.
  const [token, setToken] = useState(() => (key === null ? takeToken() : undefined))
  const forget = useCallback(() => {
    forgetRedeemed()
    setToken(undefined)
  }, [])
  useEffect(() => (key === null ? onToken(setToken) : undefined), [key])
  // Otherwise signing out would return to the question of the link.
  useEffect(() => {
    if (key !== null) forget()
  }, [key, forget])
  return (
    <Suspense fallback={<Waiting />}>
      <Way token={token} refuse={forget} />
    </Suspense>
  )
}

function Way({ token, refuse }: { token: string | undefined; refuse: () => void }) {
  const key = useSessionKey()
  const { data: me, error, refetch } = useMe()
  const [location] = useLocation()
  if (location === '/app/invitation') return <InvitationPage />
  if (location === '/app/password-reset') return <ResetPage />
  if (key !== null) {
    return (
      <Router base="/app">
        <Shell key={key} />
      </Router>
    )
  }
  if (token) return <SignInLink token={token} refuse={refuse} />
  if (me) return <OwnTeam me={me} />
  if (me === null) return <SignIn />
  if (error) return <ProblemNotice error={error} retry={refetch} />
  return <Waiting />
}

/** The pages of the team in the address; without one, of the team that was shown last. */
function OwnTeam({ me: { id, organizations } }: { me: Me }) {
  const [location] = useLocation()
  const named = teamInAddress()
  const isOwn = (wanted: string | null | undefined) => organizations.some((it) => it.id === wanted)
  if (named === undefined) {
    const last = lastTeam()
    const team = isOwn(last) ? last : organizations[0]?.id
    if (!team) return <NoTeam />
    const path = location.replace(/^\/app/, '')
    return <Redirect to={addressOfTeam(team, path) + window.location.search} replace />
  }
  if (!isOwn(named)) return <NoTeam />
  storeLastTeam(named)
  return (
    <Router base={addressOfTeam(named, '')}>
      <Shell key={id} />
    </Router>
  )
}
