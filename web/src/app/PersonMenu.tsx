import { lazy, Suspense, useState } from 'react'
import { PersonButton } from './PersonButton.tsx'

const load = () => import('./PersonActions.tsx')
const PersonActions = lazy(async () => ({ default: (await load()).PersonActions }))

/** The menu of the session; it is loaded when it is wanted. */
export function PersonMenu({ openHelp }: { openHelp: () => void }) {
  const [wanted, setWanted] = useState(false)
  const closed = <PersonButton onPointerEnter={load} onClick={() => setWanted(true)} />
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <PersonActions openHelp={openHelp} />
    </Suspense>
  )
}
