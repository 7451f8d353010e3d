import { Anchor, Badge, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/link.ts'
import { text as words } from '#messages/shared.ts'
import { useMemberNames } from '../../api/members.ts'
import { filled } from '../../shared/filled.tsx'
import { Label } from '../../shared/Label.tsx'
import { formatCount } from '../../shared/numbers.rules.ts'
import { Panel } from '../../shared/Panel.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import type { Link } from '../links/link.queries.ts'
import { hasOtherDestinations, isExpired } from '../links/status.rules.ts'
import classes from './LinkPage.module.css'

const { facts } = text

/** Where a link leads, its state, and who created it when. */
export function LinkFacts({ link }: { link: Link }) {
  const {
    short_url,
    url,
    favicon,
    folder,
    tags,
    clicks,
    clicked_at,
    created_at,
    updated_at,
    user_id,
  } = link
  const creator = useMemberNames().get(user_id)
  const created = <TimeAgo time={created_at} />
  const destination = (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
      {url}
    </Anchor>
  )
  return (
    <Panel p="md" component="section" aria-label={facts.title}>
      <dl className={classes.facts}>
        <Fact name={facts.shortUrl}>
          <Anchor href={short_url} target="_blank" rel="noreferrer" size="sm">
            {short_url}
          </Anchor>
        </Fact>
        <Fact name={facts.destination}>
          {favicon && <img src={favicon} alt="" width={16} height={16} className={classes.icon} />}
          {hasOtherDestinations(link) ? filled(facts.andOthers, { url: destination }) : destination}
        </Fact>
        <Fact name={words.status}>
          <Status link={link} />
        </Fact>
        {(folder || (tags ?? []).length > 0) && (
          <Fact name={facts.labels}>
            <Group gap="xs">
              {folder && <Label label={folder} folder />}
              {tags?.map((tag) => (
                <Label key={tag.id} label={tag} />
              ))}
            </Group>
          </Fact>
        )}
        <Fact name={words.clicks}>
          {clicked_at
            ? filled(facts.clicksAndLast, {
                clicks: formatCount(clicks),
                ago: <TimeAgo time={clicked_at} />,
              })
            : formatCount(clicks)}
        </Fact>
        <Fact name={facts.created}>
          {creator ? filled(facts.createdBy, { ago: created, name: creator }) : created}
        </Fact>
        {updated_at !== created_at && (
          <Fact name={facts.changed}>
            <TimeAgo time={updated_at} />
          </Fact>
        )}
      </dl>
    </Panel>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

function Status({ link }: { link: Link }) {
  const { expires_at, expires_after, clicks, has_password } = link
  const over = isExpired(link, Date.now())
  return (
    <Group gap="xs">
      {over ? (
        <Badge variant="light" color="red" tt="none">
          {facts.expired}
        </Badge>
      ) : (
        <Badge variant="default" tt="none" c="var(--good)">
          {facts.active}
        </Badge>
      )}
      {has_password && (
        <Badge variant="default" tt="none">
          {facts.password}
        </Badge>
      )}
      {!over && expires_at && (
        <span>{filled(facts.expires, { ago: <TimeAgo time={expires_at} /> })}</span>
      )}
      {expires_after > 0 && (
        <span>
          {facts.used({
            clicks: formatCount(Math.min(clicks, expires_after)),
            limit: formatCount(expires_after),
          })}
        </span>
      )}
    </Group>
  )
}
