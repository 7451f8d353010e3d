import { Menu, Text } from '@mantine/core'
import { text } from '#messages/app.ts'
import { useMembership, usePerson } from '../api/me.ts'
import { addressOfTeam } from '../api/team.ts'
import { CheckIcon, PlusIcon } from '../shared/icons.tsx'
import { membershipName } from '../shared/roles.ts'
import { TeamButton } from './TeamButton.tsx'

/** The open menu of teams, loaded when it is wanted. */
export function TeamChoice({ name, create }: { name: string; create: () => void }) {
  const own = useMembership()
  const { organizations = [], can_create_organization } = usePerson() ?? {}
  return (
    <Menu position="bottom-start" width="target" withinPortal defaultOpened>
      <Menu.Target>
        <TeamButton name={name} />
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {organizations.map(({ id, name, ...membership }) => (
          <Menu.Item
            key={id}
            component="a"
            href={addressOfTeam(id)}
            aria-current={id === own?.id || undefined}
            rightSection={id === own?.id && <CheckIcon />}
          >
            <Text size="sm" className="whole">
              {name}
            </Text>
            <Text size="xs">{membershipName(membership)}</Text>
          </Menu.Item>
        ))}
        {can_create_organization && (
          <Menu.Item leftSection={<PlusIcon />} onClick={create}>
            {text.newTeam}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
