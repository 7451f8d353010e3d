import { Text } from '@mantine/core'
import classes from './bio.module.css'
import { type BioLink, nameOf } from './bio.queries.ts'
import type { Profile } from './ProfileForm.tsx'

interface PhonePreviewProps {
  team: string
  profile: Profile
  links: readonly BioLink[]
}

/** An approximate preview of the page on a phone. */
export function PhonePreview({ team, profile, links }: PhonePreviewProps) {
  const title = profile.title || team
  return (
    <section className={classes.phone} aria-label="Preview">
      <div className={classes.screen}>
        {/^https:\/\//.test(profile.image) ? (
          <img className={classes.face} src={profile.image} alt="" />
        ) : (
          <span className={classes.face} aria-hidden="true">
            {title.slice(0, 1).toUpperCase()}
          </span>
        )}
        <Text fw={650} size="lg" maw="100%" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        {profile.subtitle && (
          <Text size="sm" c="dimmed">
            {profile.subtitle}
          </Text>
        )}
        {profile.email && (
          <Text size="sm" c="var(--accent)">
            {profile.email}
          </Text>
        )}
        <ul className={classes.buttons}>
          {links.map((link) => (
            <li key={link.id} className="clip">
              {nameOf(link)}
            </li>
          ))}
        </ul>
        {links.length === 0 && (
          <Text size="sm" c="dimmed">
            Your links appear here.
          </Text>
        )}
      </div>
    </section>
  )
}
