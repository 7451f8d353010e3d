import { Badge, Box, Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { leave } from '../../api/sign-in.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { signOutOrTell } from '../../shared/sign-out.ts'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { endSession, endSessions, type Session, useSessions } from './profile.queries.ts'
import { browserName } from './user-agent.rules.ts'

/** Where the person is signed in. */
export function SessionsPanel() {
  const { data, error, refetch } = useSessions()
  const [ended, setEnded] = useState<Session | 'all'>()
  return (
    <Panel p={0}>
      <Group justify="space-between" p="md" pb="xs">
        <Title order={2} size="h4">
          Sessions
        </Title>
        <Button variant="default" onClick={() => setEnded('all')}>
          Sign out everywhere
        </Button>
      </Group>
      <ProblemNotice error={error} retry={refetch} />
      {data && (
        <Rows>
          {data.items.map((session) => (
            <Row key={session.id} session={session} end={() => setEnded(session)} />
          ))}
        </Rows>
      )}
      {ended === 'all' && (
        <ConfirmPanel
          title="Sign out everywhere?"
          action="Sign out everywhere"
          run={async () => {
            await endSessions()
            leave('You signed out everywhere.')
          }}
          done="Signed out everywhere"
          changes={[]}
          close={() => setEnded(undefined)}
        >
          All of your sessions end, also this one. API keys keep working.
        </ConfirmPanel>
      )}
      {ended && ended !== 'all' && (
        <ConfirmPanel
          title="End this session?"
          action="End session"
          run={() => endSession(ended.id)}
          done="Session ended"
          changes={[['session']]}
          close={() => setEnded(undefined)}
        >
          {browserName(ended.user_agent)} has to sign in again.
        </ConfirmPanel>
      )}
    </Panel>
  )
}

function Row({ session, end }: { session: Session; end: () => void }) {
  const { user_agent, created_at, seen_at, current } = session
  const name = browserName(user_agent)
  return (
    <li>
      <Box miw={0} flex={1}>
        <Group gap="xs">
          <Text fw={500} title={user_agent}>
            {name}
          </Text>
          {current && (
            <Badge variant="default" tt="none">
              This session
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Signed in <TimeAgo time={created_at} /> · last seen <TimeAgo time={seen_at} />
        </Text>
      </Box>
      {current ? (
        <Button variant="subtle" size="compact-sm" onClick={signOutOrTell}>
          Sign out
        </Button>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`End the session in ${name}`}
          onClick={end}
        >
          End
        </Button>
      )}
    </li>
  )
}
