import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { text } from '#messages/app.ts'
import { useMembership, usePerson } from '../api/me.ts'
import { useOrganization } from '../api/organization.ts'
import { addressOfTeam } from '../api/team.ts'
import icon from '../icon.svg'
import { PeopleIcon, PlusIcon } from '../shared/icons.tsx'
import { MenuButton } from './MenuButton.tsx'
import classes from './Shell.module.css'
import { TeamButton } from './TeamButton.tsx'

const NewTeam = lazy(async () => ({ default: (await import('./NewTeam.tsx')).NewTeam }))
const TeamChoice = lazy(async () => ({ default: (await import('./TeamChoice.tsx')).TeamChoice }))

/**
 * The name of the team; a menu for people who have several or can create one. Teams are plain links:
 * the page is reloaded, so nothing of one team is shown in another, and each tab can have its own.
 */
export function TeamMenu() {
  const { data: team } = useOrganization()
  const { organizations = [], can_create_organization } = usePerson() ?? {}
  const [creating, setCreating] = useState(false)
  const [wanted, setWanted] = useState(false)
  const own = useMembership()
  const name = team?.name ?? own?.name ?? 'Fingerpost'
  if (organizations.length < 2 && !can_create_organization) {
    return (
      <Link href="/links" className={classes.brand}>
        <img src={icon} alt="" />
        <span>{name}</span>
      </Link>
    )
  }
  const closed = <TeamButton name={name} onClick={() => setWanted(true)} />
  return (
    <>
      {wanted ? (
        <Suspense fallback={closed}>
          <TeamChoice name={name} create={() => setCreating(true)} />
        </Suspense>
      ) : (
        closed
      )}
      <Suspense>{creating && <NewTeam close={() => setCreating(false)} />}</Suspense>
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
            <span className="clip">{text.goToTeam(name)}</span>
          </a>
        ))}
      {can_create_organization && (
        <MenuButton icon={<PlusIcon size={20} />} onClick={create}>
          {text.newTeam}
        </MenuButton>
      )}
    </>
  )
}
