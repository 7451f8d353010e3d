import { Badge, Box, Button, Group, Select, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { text } from '#messages/members.ts'
import { ME, useCan, useMembership, usePerson } from '../../api/me.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { showFailure } from '../../shared/failure.ts'
import { TrashIcon } from '../../shared/icons.tsx'
import { RowAction } from '../../shared/RowAction.tsx'
import { membershipName, ROLES, roleName } from '../../shared/roles.ts'
import { type CreatedKey, changeMember, LIMITED, type Member, type Role } from './member.queries.ts'
import { RemovePanel } from './RemovePanel.tsx'

interface MemberRowProps {
  member: Member
  /** Receives the keys of a removed member that were handed over. */
  handedOver: (keys: CreatedKey[]) => void
}

/** A member, whose role and membership a session with `member:write` can change. */
export function MemberRow({ member, handedOver }: MemberRowProps) {
  const { id, name, email, role, own_links_only, email_verified } = member
  const self = usePerson()?.id === id
  const power = useMembership()?.role ?? 'owner'
  const manages = useCan()('member:write') && (power === 'owner' || role !== 'owner')
  const [removing, setRemoving] = useState(false)
  const [own, setOwn] = useState<Role>()
  const change = useChange(member)
  return (
    <li>
      <Box miw={0} flex="1 1 14rem">
        <Group gap="xs" wrap="nowrap">
          <Text fw={500} className="clip">
            {name}
          </Text>
          {self && (
            <Badge variant="default" tt="none" style={{ flexShrink: 0 }}>
              {text.you}
            </Badge>
          )}
          {!email_verified && (
            <Badge variant="light" tt="none" title={text.notProved} style={{ flexShrink: 0 }}>
              {text.unverified}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" className="whole">
          {email}
        </Text>
      </Box>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {manages && role === LIMITED && (
          <Switch
            label={text.ownLinksOnly}
            aria-label={text.ownLinksOnlyFor(name)}
            labelPosition="left"
            disabled={change.isPending}
            checked={own_links_only}
            onChange={({ currentTarget }) =>
              change.mutate({ own_links_only: currentTarget.checked })
            }
          />
        )}
        {manages ? (
          <Select
            aria-label={text.roleOf(name)}
            flex="0 100 9.5rem"
            miw="6.5rem"
            data={ROLES.filter(({ value }) => power === 'owner' || value !== 'owner')}
            allowDeselect={false}
            disabled={change.isPending}
            value={role}
            onChange={(wanted) => {
              if (!wanted || wanted === role) return
              if (self) setOwn(wanted as Role)
              else change.mutate({ role: wanted as Role })
            }}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {membershipName(member)}
          </Text>
        )}
        {self ? (
          <Button variant="subtle" size="compact-sm" flex="none" onClick={() => setRemoving(true)}>
            {text.leave.team}
          </Button>
        ) : (
          manages && (
            <RowAction
              icon={TrashIcon}
              label={text.remove.action(name)}
              onClick={() => setRemoving(true)}
            />
          )
        )}
      </Group>
      {own && (
        <ConfirmPanel
          title={text.become(roleName(own, 'inSentence'))}
          action={text.changeMyRole}
          run={() => changeMember(id, { role: own })}
          done={text.youAreNow(roleName(own, 'inSentence'))}
          changes={[['member'], ME]}
          close={() => setOwn(undefined)}
        >
          {text.mayBeFinal}
        </ConfirmPanel>
      )}
      {removing && (
        <RemovePanel
          member={member}
          self={self}
          handedOver={handedOver}
          close={() => setRemoving(false)}
        />
      )}
    </li>
  )
}

function useChange({ id, name }: Member) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: Parameters<typeof changeMember>[1]) => changeMember(id, changes),
    onSuccess: (changed) => {
      const message = text.changed({ name, role: membershipName(changed, 'inSentence') })
      notifications.show({ message })
      return Promise.all(
        [['member'], ME].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => showFailure(text.notChanged(name), error),
  })
}
