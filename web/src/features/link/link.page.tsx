import { lazy, Suspense } from 'react'
import { useRoute } from 'wouter'
import { Waiting } from '../../shared/Waiting.tsx'
import { Page as List } from '../links/links.page.tsx'

const LinkPage = lazy(async () => ({ default: (await import('./LinkPage.tsx')).LinkPage }))

/** The list of links, or at `/links/5` the page of one. */
export function Page() {
  const [isOne, one] = useRoute('/links/:id')
  if (!isOne || one.id === 'new') return <List />
  return (
    <Suspense fallback={<Waiting />}>
      <LinkPage key={one.id} id={one.id} />
    </Suspense>
  )
}
