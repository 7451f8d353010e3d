import { Button, Menu } from '@mantine/core'
import {
  ClockIcon,
  DownloadIcon,
  GlobeIcon,
  MoreIcon,
  QrIcon,
  TagIcon,
} from '../../shared/icons.tsx'
import { formatCount } from '../../shared/numbers.rules.ts'
import type { SHARED_FIELDS } from './BulkFields.tsx'
import type { QrFormat } from './qr.queries.ts'

/** More would wait for the rate limit for long. */
const QR_MAX = 1_000

export type BulkForm = keyof typeof SHARED_FIELDS | 'Domain'

interface BulkMenuProps {
  count: number
  open: (form: BulkForm) => void
  exportLinks: () => void
  saveQrCodes: (format: QrFormat) => void
}

/** Less frequent actions for the selected links. */
export function BulkMenu({ count, open, exportLinks, saveQrCodes }: BulkMenuProps) {
  const qr = (format: QrFormat) => (
    <Menu.Item
      leftSection={<QrIcon />}
      disabled={count > QR_MAX}
      onClick={() => saveQrCodes(format)}
    >
      QR codes as {format.toUpperCase()}
      {count > QR_MAX && `, up to ${formatCount(QR_MAX)} links`}
    </Menu.Item>
  )
  return (
    <Menu position="top" withinPortal>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<MoreIcon />}
          aria-label="More actions"
        >
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<ClockIcon />} onClick={() => open('Expiry')}>
          Expiry…
        </Menu.Item>
        <Menu.Item leftSection={<TagIcon />} onClick={() => open('UTM parameters')}>
          UTM parameters…
        </Menu.Item>
        <Menu.Item leftSection={<GlobeIcon />} onClick={() => open('Domain')}>
          Domain…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<DownloadIcon />} onClick={exportLinks}>
          Export as CSV
        </Menu.Item>
        {qr('svg')}
        {qr('png')}
      </Menu.Dropdown>
    </Menu>
  )
}
