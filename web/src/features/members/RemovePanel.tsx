import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/members.ts'
import { text as words } from '#messages/shared.ts'
import { ME, useMembership } from '../../api/me.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import {
  type CreatedKey,
  leaveTeam,
  type Member,
  removeMember,
  type Task,
  useMemberTasks,
} from './member.queries.ts'

interface RemovePanelProps {
  member: Member
  /** Whether it is the person who is signed in. */
  self: boolean
  /** Receives the keys that were handed over, with their secrets. */
  handedOver: (keys: CreatedKey[]) => void
  close: () => void
}

/** Asks before a member is removed, and what becomes of their API keys, webhooks and imports. */
export function RemovePanel({ member, self, handedOver, close }: RemovePanelProps) {
  const { id, name, own_links_only } = member
  const team = useMembership()
  const [keys, setKeys] = useState<'revoke' | 'hand_over'>('revoke')
  const { data: tasks } = useMemberTasks(id, !self)
  const [keep, setKeep] = useState<Task[]>([])
  const remove = async () => handedOver((await removeMember(id, { keys, keep })).keys)
  return (
    <ConfirmPanel
      title={self ? text.leave.title : text.remove.title(name)}
      action={self ? text.leave.action : words.remove}
      run={() => (self && team ? leaveTeam(team.id) : remove())}
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
                  description={text.remove.newSecrets}
                />
              </Stack>
            </Radio.Group>
          )}
          <Checkbox.Group value={keep} onChange={(chosen) => setKeep(chosen as Task[])}>
            <Stack gap="xs">
              {(['webhooks', 'imports'] as const).map((it) => {
                const count = tasks?.[it].length ?? 0
                const { label, otherwise } = text.remove.keep[it]
                return (
                  count > 0 && (
                    <Checkbox key={it} value={it} label={label(count)} description={otherwise} />
                  )
                )
              })}
            </Stack>
          </Checkbox.Group>
        </Stack>
      )}
    </ConfirmPanel>
  )
}
