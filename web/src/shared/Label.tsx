import { FolderIcon } from './icons.tsx'
import classes from './Label.module.css'

interface LabelProps {
  label: { name: string; color?: string | null }
  folder?: boolean
}

/**
 * A folder or tag with its color as an icon; the name has the text color, to be legible with any
 * color.
 */
export const Label = ({ label: { name, color }, folder = false }: LabelProps) => (
  <span className={classes.label} title={name}>
    {folder ? <FolderIcon size={13} color={color ?? 'var(--soft)'} /> : <Dot color={color} />}
    <span className="clip">{name}</span>
  </span>
)

const Dot = ({ color }: { color: string | null | undefined }) => (
  <svg width={8} height={8} aria-hidden="true">
    <circle cx={4} cy={4} r={4} fill={color ?? 'var(--soft)'} />
  </svg>
)
