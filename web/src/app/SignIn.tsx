import { Button, Center, Loader, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type FormEvent, useEffect, useState } from 'react'
import { organizationOf } from '../api/organization.ts'
import { problemOf } from '../api/problem.ts'
import { begin, sessionEnding } from '../api/session.ts'
import { redeem, takeToken } from '../api/sign-in.ts'
import { Panel } from '../shared/Panel.tsx'
import icon from './icon.svg'

/** The team of a sign-in link, and the API key that it was exchanged for. */
interface Offer {
  key: string
  team: string
}

/** Sign-in with an API key, or with the one-time token in the URL. */
export function SignIn() {
  useDocumentTitle('Sign in · Fingerpost')
  const [token] = useState(takeToken)
  const [key, setKey] = useState('')
  const [waiting, setWaiting] = useState(token !== undefined)
  const [said, setSaid] = useState(sessionEnding())
  const [offer, setOffer] = useState<Offer>()

  async function enter(
    keyOrToken: () => Promise<string>,
    then: (offer: Offer) => void = ({ key }) => begin(key),
  ) {
    setWaiting(true)
    setSaid(undefined)
    try {
      const given = await keyOrToken()
      const { name } = await organizationOf(given)
      then({ key: given, team: name })
    } catch (error) {
      setSaid(problemOf(error).detail)
      setWaiting(false)
    }
  }
  useEffect(() => {
    if (!token) return
    void enter(
      () => redeem(token),
      (found) => {
        setOffer(found)
        setWaiting(false)
      },
    )
  }, [token])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void enter(async () => key.trim())
  }
  if (offer) return <Confirm offer={offer} onRefuse={() => setOffer(undefined)} />
  return (
    <Center component="main" mih="100dvh" p="md">
      <Panel w="100%" maw={400} p="xl">
        <Stack component="form" onSubmit={submit}>
          <img src={icon} alt="" width={44} height={44} />
          <div>
            <Title order={1} size="h3">
              Sign in to Fingerpost
            </Title>
            <Text c="dimmed" size="sm" mt={4}>
              Enter an API key of your team. It is kept in this tab until you close it.
            </Text>
          </div>
          <PasswordInput
            label="API key"
            placeholder="fp_…"
            value={key}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
            error={said}
            autoComplete="off"
            autoFocus
            required
            withAsterisk={false}
          />
          <Button type="submit" loading={waiting}>
            Sign in
          </Button>
          {token && waiting && <Loader type="dots" aria-label="Signing in" mx="auto" />}
        </Stack>
      </Panel>
    </Center>
  )
}

/** Asks for confirmation, because an attacker's link would sign the user in to their team. */
function Confirm({ offer: { team, key }, onRefuse }: { offer: Offer; onRefuse: () => void }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Panel w="100%" maw={400} p="xl">
        <Stack>
          <img src={icon} alt="" width={44} height={44} />
          <div>
            <Title order={1} size="h3">
              Sign in to {team}?
            </Title>
            <Text c="dimmed" size="sm" mt={4}>
              This link signs you in to the team {team}. Continue only if you requested it:
              everything you create will belong to this team.
            </Text>
          </div>
          <Button autoFocus onClick={() => begin(key)}>
            Sign in to {team}
          </Button>
          <Button variant="default" onClick={onRefuse}>
            Use another API key
          </Button>
        </Stack>
      </Panel>
    </Center>
  )
}
