import { QUIET_ZONE as QUIET } from '@fingerpost/protos/qr'
import { type ComponentChildren, h } from 'preact'

/** Renders a text as an SVG QR code, dark on light regardless of the page's color scheme. */
export async function qrSvg(text: string): Promise<ComponentChildren> {
  const { create } = await import('qrcode') // lazy: previews are rare, startup stays fast
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const side = size + 2 * QUIET
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue
      const start = x
      while (x < size && data[y * size + x]) x++
      path += `M${start + QUIET} ${y + QUIET}h${x - start}v1h-${x - start}z`
    }
  }
  const box = {
    viewBox: `0 0 ${side} ${side}`,
    'shape-rendering': 'crispEdges',
    role: 'img',
    'aria-label': 'QR',
  } as const
  return h('svg', box, [
    h('path', { fill: '#fff', d: `M0 0h${side}v${side}H0z` }),
    h('path', { d: path }),
  ])
}
