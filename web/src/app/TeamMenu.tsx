import { Menu, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMembership, usePerson } from '../api/me.ts'
import { useOrganization } from '../api/organization.ts'
import { addressOfTeam } from '../api/team.ts'
import icon from '../icon.svg'
import { CheckIcon, DownIcon, PeopleIcon, PlusIcon } from '../shared/icons.tsx'
import { membershipName } from '../shared/roles.ts'
import { MenuButton } from './MenuButton.tsx'
import { NewTeam } from './NewTeam.tsx'
import classes from './Shell.module.css'

/**
 * The name of the team; a menu for people who have several or can create one. Teams are plain links:
 * the page is reloaded, so nothing of one team is shown in another, and each tab can have its own.
 */
export function TeamMenu() {
  const { data: team } = useOrganization()
  const { organizations = [], can_create_organization } = usePerson() ?? {}
  const [creating, setCreating] = useState(false)
  const own = useMembership()
  const name = team?.name ?? own?.name ?? 'Fingerpost'
  if (organizations.length < 2 && !can_create_organization) {
    return (
      <Link href="/links" className={classes.brand}>
        <img src={icon} alt="" />
        <span className="clip">{name}</span>
      </Link>
    )
  }
  return (
    <>
      <Menu position="bottom-start" width="target" withinPortal>
        <Menu.Target>
          <UnstyledButton
            className={`${classes.brand} ${classes.team}`}
            aria-label={`Team ${name}`}
          >
            <img src={icon} alt="" />
            <span className="clip">{name}</span>
            <DownIcon size={14} />
          </UnstyledButton>
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
              <Text size="sm" className="clip">
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {membershipName(membership)}
              </Text>
            </Menu.Item>
          ))}
          {can_create_organization && (
            <Menu.Item leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
              New team
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {creating && <NewTeam close={() => setCreating(false)} />}
    </>
  )
}

/** The other teams of the person as links of a list, and a button for a new one. */
export function OtherTeams({ create }: { create: () => void }) {
  const own = useMembership()
  const { organizations = [], can_create_organization } = usePerson() ?? {}
  return (
    <>
      {organizations
        .filter(({ id }) => id !== own?.id)
        .map(({ id, name }) => (
          <a key={id} href={addressOfTeam(id)} className={classes.item}>
            <PeopleIcon size={20} />
            <span className="clip">Go to {name}</span>
          </a>
        ))}
      {can_create_organization && (
        <MenuButton icon={<PlusIcon size={20} />} onClick={create}>
          New team
        </MenuButton>
      )}
    </>
  )
}
