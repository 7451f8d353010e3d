import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/members.ts'
import { text as words } from '#messages/shared.ts'
import { ME, useMembership } from '../../api/me.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { leaveTeam, type Member, removeMember } from './member.queries.ts'

interface RemovePanelProps {
  member: Member
  /** Whether it is the person who is signed in. */
  self: boolean
  close: () => void
}

/** Asks before a member is removed, and what becomes of their API keys. */
export function RemovePanel({ member, self, close }: RemovePanelProps) {
  const { id, name, own_links_only } = member
  const team = useMembership()
  const [keys, setKeys] = useState<'revoke' | 'hand_over'>('revoke')
  return (
    <ConfirmPanel
      title={self ? text.leave.title : text.remove.title(name)}
      action={self ? text.leave.action : words.remove}
      run={() => (self && team ? leaveTeam(team.id) : removeMember(id, keys))}
      done={self ? text.leave.done : text.remove.done(name)}
      changes={[['member'], ['key'], ['invitation'], ...(self ? [ME] : [])]}
      close={close}
    >
      {self ? (
        text.leave.means
      ) : (
        <Stack gap="md">
          <Text span size="sm">
            {text.remove.losesAccess(name)}
            {own_links_only && ` ${text.remove.keysRevoked}`}
          </Text>
          {!own_links_only && (
            <Radio.Group
              label={text.remove.keys}
              value={keys}
              onChange={(chosen) => setKeys(chosen as typeof keys)}
            >
              <Stack gap="xs" mt="xs">
                <Radio
                  value="revoke"
                  label={text.remove.revoke}
                  description={text.remove.appsStop}
                />
                <Radio
                  value="hand_over"
                  label={text.remove.handOver}
                  description={text.remove.appsWork(name)}
                />
              </Stack>
            </Radio.Group>
          )}
        </Stack>
      )}
    </ConfirmPanel>
  )
}
