import { lazy, Suspense, useState } from 'react'
import { LinkMenuButton, type LinkMenuProps } from './LinkMenuButton.tsx'

const load = () => import('./LinkActions.tsx')
const LinkActions = lazy(async () => ({ default: (await load()).LinkActions }))

/** The actions of one link. Every row has one, so the menu is loaded and created when it is wanted. */
export function LinkMenu(props: LinkMenuProps) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <LinkMenuButton link={props.link} onPointerEnter={load} onClick={() => setWanted(true)} />
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <LinkActions {...props} />
    </Suspense>
  )
}
