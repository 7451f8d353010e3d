import { Button, Grid, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/bio.ts'
import { Editable } from '../../shared/Editable.tsx'
import { OutIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useBio, useBioLinks } from './bio.queries.ts'
import { PhonePreview } from './PhonePreview.tsx'
import { type Profile, ProfileForm, profileOf } from './ProfileForm.tsx'

const BioLinks = lazy(async () => ({ default: (await import('./BioLinks.tsx')).BioLinks }))

export function Page() {
  const { data: page, error, refetch } = useBio()
  const { data: links, error: linksError } = useBioLinks()
  const [typed, setTyped] = useState<Profile>()
  return (
    <>
      <PageHeader title={text.title} lead={text.lead}>
        {page && (
          <Button
            component="a"
            href={`/@${page.organization.slug}`}
            target="_blank"
            rel="noopener"
            variant="default"
            rightSection={<OutIcon />}
          >
            {text.open(page.organization.slug)}
          </Button>
        )}
      </PageHeader>
      <ProblemNotice error={error ?? linksError} retry={refetch} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Editable scope="bio:write">
            {page ? (
              <ProfileForm key={page.organization.id} page={page} change={setTyped} />
            ) : (
              <Skeleton h={300} />
            )}
            <Suspense fallback={<Skeleton h={300} />}>
              {links && <BioLinks links={links} />}
            </Suspense>
          </Editable>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {page && <PhonePreview profile={typed ?? profileOf(page)} />}
        </Grid.Col>
      </Grid>
    </>
  )
}
