import { Anchor, Badge, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMemberNames } from '../../api/members.ts'
import { Label } from '../../shared/Label.tsx'
import { formatCount } from '../../shared/numbers.rules.ts'
import { Panel } from '../../shared/Panel.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { hasOtherDestinations } from '../links/destination.rules.ts'
import type { Link } from '../links/link.queries.ts'
import { isExpired } from '../links/status.rules.ts'
import classes from './LinkPage.module.css'

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
  return (
    <Panel p="md" component="section" aria-label="About this link">
      <dl className={classes.facts}>
        <Fact name="Short URL">
          <Anchor href={short_url} target="_blank" rel="noreferrer" size="sm">
            {short_url}
          </Anchor>
        </Fact>
        <Fact name="Destination">
          {favicon && <img src={favicon} alt="" width={16} height={16} className={classes.icon} />}
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
            {url}
          </Anchor>
          {hasOtherDestinations(link) && ' and others'}
        </Fact>
        <Fact name="Status">
          <Status link={link} />
        </Fact>
        {(folder || (tags ?? []).length > 0) && (
          <Fact name="Folder and tags">
            <Group gap="xs">
              {folder && <Label label={folder} folder />}
              {tags?.map((tag) => (
                <Label key={tag.id} label={tag} />
              ))}
            </Group>
          </Fact>
        )}
        <Fact name="Clicks">
          {formatCount(clicks)}
          {clicked_at && (
            <>
              , the last one <TimeAgo time={clicked_at} />
            </>
          )}
        </Fact>
        <Fact name="Created">
          <TimeAgo time={created_at} />
          {creator && ` by ${creator}`}
        </Fact>
        {updated_at !== created_at && (
          <Fact name="Changed">
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
          Expired
        </Badge>
      ) : (
        <Badge variant="default" tt="none" c="var(--good)">
          Active
        </Badge>
      )}
      {has_password && (
        <Badge variant="default" tt="none">
          Password protected
        </Badge>
      )}
      {!over && expires_at && (
        <span>
          expires <TimeAgo time={expires_at} />
        </span>
      )}
      {expires_after > 0 && (
        <span>
          {formatCount(Math.min(clicks, expires_after))} of {formatCount(expires_after)} clicks used
        </span>
      )}
    </Group>
  )
}
