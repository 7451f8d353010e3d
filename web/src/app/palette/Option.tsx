import { text } from '#messages/palette.ts'
import { RightIcon } from '../../shared/icons.tsx'
import { KeyHint } from '../../shared/KeyHint.tsx'
import type { Entry } from './entry.ts'
import classes from './Palette.module.css'

interface OptionProps {
  id: string | undefined
  entry: Entry
  active: boolean
  activate: () => void
  run: () => void
  showActions: () => void
}

/** A line of the list. It never has the focus, which stays in the field. */
export function Option({ id, entry, active, activate, run, showActions }: OptionProps) {
  const { name, detail, icon, keys, actions } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      role="option"
      id={id}
      aria-selected={active}
      className={classes.option}
      onMouseMove={activate}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      <span className={classes.icon}>{icon}</span>
      <span className={`clip ${classes.name}`}>{name}</span>
      {detail && <span className={`clip ${classes.detail}`}>{detail}</span>}
      {keys && <KeyHint>{keys}</KeyHint>}
      {actions && (
        <span
          aria-hidden="true"
          className={classes.more}
          title={text.actionsFor(name)}
          onClick={(event) => {
            event.stopPropagation()
            showActions()
          }}
        >
          <RightIcon />
        </span>
      )}
    </div>
  )
}
