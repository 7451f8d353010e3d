import { Link, useLocation } from 'wouter'
import type { Page } from './pages.tsx'
import classes from './Shell.module.css'

/** A page in a menu; the current one is marked. */
export function PageLink({ page, onClick }: { page: Page; onClick?: () => void }) {
  const [location] = useLocation()
  const here = location === page.path || location.startsWith(`${page.path}/`)
  const { icon: Icon } = page
  return (
    <Link
      href={page.path}
      className={classes.item}
      aria-current={here ? 'page' : undefined}
      {...(onClick && { onClick })}
    >
      <Icon size={20} />
      {page.name}
    </Link>
  )
}
