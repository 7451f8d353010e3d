import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { CheckIcon, CopyIcon } from './icons.tsx'

interface CopyButtonProps {
  value: string
  /** What is copied: `Copy short URL`. */
  label: string
}

/** There may be one in every row of a list, so it is no more than a button. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 1_500 })
  return (
    <ActionIcon
      variant="subtle"
      color={copied ? 'teal' : 'var(--soft)'}
      aria-label={copied ? 'Copied' : label}
      title={label}
      onClick={() => copy(value)}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </ActionIcon>
  )
}
