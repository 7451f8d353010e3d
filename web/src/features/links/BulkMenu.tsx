import { Button, Menu } from '@mantine/core'
import { text } from '#messages/links-bulk.ts'
import {
  ClockIcon,
  DownloadIcon,
  GlobeIcon,
  MoreIcon,
  QrIcon,
  TagIcon,
} from '../../shared/icons.tsx'
import type { SharedPart } from './BulkFields.tsx'
import type { QrFormat } from './qr.queries.ts'

/** More would wait for the rate limit for long. */
const QR_MAX = 1_000

export type BulkForm = SharedPart | 'domain'

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
      {count > QR_MAX
        ? text.qrCodesUpTo({ format: format.toUpperCase(), links: QR_MAX })
        : text.qrCodes(format.toUpperCase())}
    </Menu.Item>
  )
  return (
    <Menu position="top" withinPortal>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<MoreIcon />}
          aria-label={text.moreActions}
        >
          {text.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<ClockIcon />} onClick={() => open('expiry')}>
          {text.menu.expiry}
        </Menu.Item>
        <Menu.Item leftSection={<TagIcon />} onClick={() => open('utm')}>
          {text.menu.utm}
        </Menu.Item>
        <Menu.Item leftSection={<GlobeIcon />} onClick={() => open('domain')}>
          {text.menu.domain}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<DownloadIcon />} onClick={exportLinks}>
          {text.exportCsv}
        </Menu.Item>
        {qr('svg')}
        {qr('png')}
      </Menu.Dropdown>
    </Menu>
  )
}
