import { Badge, Box, Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/profile.ts'
import { text as words } from '#messages/shared.ts'
import { leave } from '../../api/sign-in.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { filled } from '../../shared/filled.tsx'
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
          {text.sessions.title}
        </Title>
        <Button variant="default" onClick={() => setEnded('all')}>
          {text.sessions.endAll}
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
          title={text.sessions.endAllAsked}
          action={text.sessions.endAll}
          run={async () => {
            await endSessions()
            leave(text.sessions.youEndedAll)
          }}
          done={text.sessions.endedAll}
          changes={[]}
          close={() => setEnded(undefined)}
        >
          {text.sessions.allEnd}
        </ConfirmPanel>
      )}
      {ended && ended !== 'all' && (
        <ConfirmPanel
          title={text.sessions.endAsked}
          action={text.sessions.endThis}
          run={() => endSession(ended.id)}
          done={text.sessions.ended}
          changes={[['session']]}
          close={() => setEnded(undefined)}
        >
          {text.sessions.mustSignIn(browserName(ended.user_agent))}
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
              {text.sessions.this}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {filled(text.sessions.times, {
            since: <TimeAgo time={created_at} />,
            seen: <TimeAgo time={seen_at} />,
          })}
        </Text>
      </Box>
      {current ? (
        <Button variant="subtle" size="compact-sm" onClick={signOutOrTell}>
          {words.signOut}
        </Button>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={text.sessions.endIn(name)}
          onClick={end}
        >
          {text.sessions.end}
        </Button>
      )}
    </li>
  )
}
