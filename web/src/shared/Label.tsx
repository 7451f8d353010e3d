import { Badge } from '@mantine/core'
import { FolderIcon } from './icons.tsx'

interface LabelProps {
  label: { name: string; color: string | null }
  folder?: boolean
}

/** A folder or a tag in its colour. The name is in the colour of the text, so that any colour can be read. */
export const Label = ({ label: { name, color }, folder = false }: LabelProps) => (
  <Badge
    variant="default"
    miw={0}
    tt="none"
    fw={500}
    title={name}
    leftSection={
      folder ? <FolderIcon size={12} color={color ?? 'currentColor'} /> : <Dot color={color} />
    }
  >
    {name}
  </Badge>
)

const Dot = ({ color }: { color: string | null }) => (
  <svg width={8} height={8} aria-hidden="true">
    <circle cx={4} cy={4} r={4} fill={color ?? 'var(--soft)'} />
  </svg>
)
