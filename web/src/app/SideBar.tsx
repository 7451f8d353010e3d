import { text } from '#messages/app.ts'
import { SearchIcon } from '../shared/icons.tsx'
import { MenuButton } from './MenuButton.tsx'
import { PageLink } from './PageLink.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { usePages } from './pages.tsx'
import classes from './Shell.module.css'
import { TeamMenu } from './TeamMenu.tsx'

/** The sidebar menu. */
export function SideBar(props: { openPalette: () => void; openHelp: () => void }) {
  const pages = usePages()
  const groups = [...new Set(pages.map(({ group }) => group))]
  return (
    <div className={classes.side}>
      <TeamMenu />
      <MenuButton icon={<SearchIcon size={20} />} hint={text.findKeys} onClick={props.openPalette}>
        {text.find}
      </MenuButton>
      <nav aria-label={text.navigation}>
        {groups.map((group) => (
          <ul key={group} className={classes.list}>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.path}>
                  <PageLink page={page} />
                </li>
              ))}
          </ul>
        ))}
      </nav>
      <div className={classes.foot}>
        <PersonMenu openHelp={props.openHelp} />
      </div>
    </div>
  )
}
