import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { CheckIcon, CopyIcon } from './icons.tsx'

interface CopyButtonProps {
  value: string
  /** What is copied, for who cannot see it: `Copy short URL`. */
  label: string
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 1_500 })
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon
        variant="subtle"
        color={copied ? 'teal' : 'var(--soft)'}
        aria-label={copied ? 'Copied' : label}
        onClick={() => copy(value)}
      >
        {copied ? <CheckIcon /> : <CopyIcon />}
      </ActionIcon>
    </Tooltip>
  )
}
