import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
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
      title={self ? 'Leave the team?' : `Remove ${name}?`}
      action={self ? 'Leave' : 'Remove'}
      run={() => (self && team ? leaveTeam(team.id) : removeMember(id, keys))}
      done={self ? 'You left the team' : `Removed ${name}`}
      changes={[['member'], ['key'], ['invitation'], ...(self ? [ME] : [])]}
      close={close}
    >
      {self ? (
        'Your links stay. Your API keys are revoked. Only a new invitation brings you back.'
      ) : (
        <Stack gap="md">
          <Text span size="sm">
            {name} loses access at once. Their links stay.
            {own_links_only && ' Their API keys are revoked.'}
          </Text>
          {!own_links_only && (
            <Radio.Group
              label="Their API keys"
              value={keys}
              onChange={(chosen) => setKeys(chosen as typeof keys)}
            >
              <Stack gap="xs" mt="xs">
                <Radio
                  value="revoke"
                  label="Revoke them"
                  description="Apps that use them lose access."
                />
                <Radio
                  value="hand_over"
                  label="Hand them over to me"
                  description={`Apps keep working. ${name} still knows the keys, so they can no longer manage members and keys.`}
                />
              </Stack>
            </Radio.Group>
          )}
        </Stack>
      )}
    </ConfirmPanel>
  )
}
