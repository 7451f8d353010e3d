import { Anchor, Button, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link as To, useLocation, useSearch } from 'wouter'
import { text } from '#messages/link.ts'
import { text as words } from '#messages/shared.ts'
import { useCan } from '../../api/me.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { LinksIcon, OutIcon, PencilIcon, QrIcon } from '../../shared/icons.tsx'
import { useNarrow } from '../../shared/media.ts'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Waiting } from '../../shared/Waiting.tsx'
import { LinkEditor } from '../links/LinkEditor.tsx'
import { LinkMenu } from '../links/LinkMenu.tsx'
import { type Link, useLink } from '../links/link.queries.ts'
import { showSaved } from '../links/SavedNotice.tsx'
import { LinkClicks } from './LinkClicks.tsx'
import { LinkFacts } from './LinkFacts.tsx'
import { LinkHistory } from './LinkHistory.tsx'
import classes from './LinkPage.module.css'

const QrPanel = lazy(async () => ({ default: (await import('../links/QrPanel.tsx')).QrPanel }))

/** The id of the form, which is below everything else on a phone. */
const FORM = 'edit'

/** The page of one link: what it is, who visits it, its history, and its form. */
export function LinkPage({ id }: { id: string }) {
  const search = useSearch()
  const { data: link, error, refetch } = useLink(id)
  const list = `/links${search && `?${search}`}`
  return (
    <>
      <Anchor component={To} href={list} size="sm" className={classes.back}>
        {text.allLinks}
      </Anchor>
      {link ? <Home link={link} list={list} /> : <Missing error={error} retry={refetch} />}
    </>
  )
}

function Missing({ error, retry }: { error: Error | null; retry: () => unknown }) {
  if (!error) return <Waiting />
  return (
    <>
      <PageHeader title={text.title} />
      <ProblemNotice error={error} retry={retry} />
      <EmptyState
        icon={<LinksIcon size={28} />}
        title={text.cannotBeShown}
        action={
          <Button component={To} href="/trash" variant="default" mt="sm">
            {text.openTrash}
          </Button>
        }
      >
        {text.mayBeRestored}
      </EmptyState>
    </>
  )
}

function Home({ link, list }: { link: Link; list: string }) {
  const [, navigate] = useLocation()
  const [qr, setQr] = useState(false)
  const writes = useCan()('link:write')
  const narrow = useNarrow()
  const { id, domain, slug, title, short_url } = link
  return (
    <>
      <PageHeader title={title || `${domain}/${slug}`} lead={title && `${domain}/${slug}`}>
        <CopyButton value={short_url} label={text.copyShortUrl} />
        {narrow && (
          <Button
            component="a"
            href={`#${FORM}`}
            variant="default"
            h={44}
            leftSection={<PencilIcon />}
          >
            {writes ? words.edit : text.view}
          </Button>
        )}
        <Button variant="default" leftSection={<QrIcon />} onClick={() => setQr(true)}>
          {text.qrCode}
        </Button>
        <ShareButton link={link} />
        <Button
          component="a"
          href={short_url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<OutIcon />}
        >
          {text.open}
        </Button>
        <LinkMenu link={link} deleted={() => navigate(list)} />
      </PageHeader>
      <div className={classes.page}>
        <div className={classes.column}>
          <LinkFacts link={link} />
          <LinkClicks id={id} />
          <LinkHistory id={id} />
        </div>
        <Panel
          p="md"
          component="section"
          id={FORM}
          aria-label={writes ? text.editThisLink : text.viewThisLink}
        >
          <Text fw={600} component="h2" size="lg" mb="sm">
            {writes ? words.edit : text.view}
          </Text>
          <LinkEditor
            key={id}
            link={link}
            saved={(saved) =>
              void showSaved(saved, { showQr: () => setQr(true), another: undefined })
            }
          />
        </Panel>
      </div>
      <Suspense>{qr && <QrPanel link={link} close={() => setQr(false)} />}</Suspense>
    </>
  )
}

/** Opens the share dialog of the device, if there is one. */
function ShareButton({ link: { short_url, title } }: { link: Link }) {
  if (!('share' in navigator)) return null
  // Rejected when the user closes the dialog.
  const share = () => navigator.share({ url: short_url, title }).catch(() => undefined)
  return (
    <Button variant="default" onClick={share}>
      {text.share}
    </Button>
  )
}
