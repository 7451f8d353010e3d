import { download } from '../../shared/download.ts'

const MARGIN_PX = 16
const LINE_PX = 24
const FONT_PX = 14

/** Downloads the chart in an element as PNG, with a title and the entries of its legend. */
export function saveChart(panel: HTMLElement | null, title: string): void {
  const chart = panel?.querySelector('canvas')
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!panel || !chart || !pen) return
  const entries = [...panel.querySelectorAll<HTMLElement>('[data-legend]')]
  const scale = chart.width / chart.clientWidth
  const width = chart.clientWidth + 2 * MARGIN_PX
  const chartTop = MARGIN_PX + LINE_PX
  const legendTop = chartTop + chart.clientHeight + MARGIN_PX
  canvas.width = width * scale
  canvas.height = (legendTop + entries.length * LINE_PX + MARGIN_PX) * scale
  pen.scale(scale, scale)

  const { backgroundColor, color, fontFamily } = getComputedStyle(panel)
  pen.fillStyle = backgroundColor
  pen.fillRect(0, 0, width, canvas.height)
  pen.font = `${FONT_PX}px ${fontFamily}`
  pen.textBaseline = 'middle'
  pen.fillStyle = color
  pen.fillText(title, MARGIN_PX, MARGIN_PX + LINE_PX / 2, width - 2 * MARGIN_PX)
  pen.drawImage(chart, MARGIN_PX, chartTop, chart.clientWidth, chart.clientHeight)
  for (const [nth, entry] of entries.entries()) {
    const middle = legendTop + nth * LINE_PX + LINE_PX / 2
    pen.fillStyle = getComputedStyle(entry.querySelector('i') ?? entry).backgroundColor
    pen.fillRect(MARGIN_PX, middle - FONT_PX / 2, FONT_PX, FONT_PX)
    pen.fillStyle = color
    const widthPx = width - 2 * MARGIN_PX - LINE_PX
    pen.fillText(fitting(entry.textContent, widthPx, pen), MARGIN_PX + LINE_PX, middle, widthPx)
  }
  canvas.toBlob((image) => image && void download(image, 'chart.png'))
}

/** A text, shortened if it is wider than the room. */
function fitting(text: string, widthPx: number, pen: CanvasRenderingContext2D): string {
  const { width } = pen.measureText(text)
  return width <= widthPx
    ? text
    : `${text.slice(0, Math.floor((text.length * widthPx) / width) - 1)}…`
}
