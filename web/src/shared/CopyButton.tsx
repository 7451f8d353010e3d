import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { text } from '#messages/shared.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'

interface CopyButtonProps {
  value: string
  /** The accessible name: `Copy short URL`. */
  label: string
}

/** Kept minimal, because every row of a list may have one. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 1_500 })
  return (
    <ActionIcon
      variant="subtle"
      color={copied ? 'teal' : 'var(--soft)'}
      aria-label={copied ? text.copied : label}
      title={label}
      onClick={() => copy(value)}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </ActionIcon>
  )
}
