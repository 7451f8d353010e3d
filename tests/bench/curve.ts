/** One line of a chart. */
export interface Curve {
  name: string
  values: readonly number[]
}

const [WIDTH, HEIGHT] = [720, 380]
const PLOT = { left: 72, right: 500, top: 44, bottom: 330 }
/** Readable on white and on black. */
const COLORS = ['#0072b2', '#d55e00', '#2a9d6f', '#b5679f', '#8a8a00', '#5b6ee1']
const DASHES = ['none', '8 4', '2 4']
const LABEL_PX = 18

/**
 * An SVG chart of milliseconds by size, both logarithmic; the text follows the color scheme of the
 * reader. Curves with the same word before the colon share a color.
 */
export function drawCurves(
  title: string,
  sizes: readonly number[],
  curves: readonly Curve[],
): string {
  const values = curves.flatMap((it) => it.values)
  const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.log10)
  const decades = { from: Math.floor(low ?? 0), to: Math.ceil(high ?? 1) }
  const first = Math.log10(sizes[0] ?? 1)
  const span = Math.log10(sizes.at(-1) ?? 10) - first || 1
  const x = (size: number) =>
    PLOT.left + ((Math.log10(size) - first) / span) * (PLOT.right - PLOT.left)
  const y = (ms: number) =>
    PLOT.bottom -
    ((Math.log10(ms) - decades.from) / (decades.to - decades.from || 1)) * (PLOT.bottom - PLOT.top)
  const text = (at: number, height: number, words: string, anchor = 'start') =>
    `<text x="${at.toFixed(1)}" y="${height.toFixed(1)}" text-anchor="${anchor}">${words}</text>`
  const grid = Array.from({ length: decades.to - decades.from + 1 }, (_, i) => {
    const ms = 10 ** (decades.from + i)
    const height = y(ms)
    return `<path class="grid" d="M${PLOT.left} ${height.toFixed(1)}H${PLOT.right}"/>${text(PLOT.left - 8, height + 4, `${ms.toLocaleString('en')} ms`, 'end')}`
  })
  const ticks = sizes.map((size) => text(x(size), PLOT.bottom + 20, shortly(size), 'middle'))
  const groups = [...new Set(curves.map(groupOf))]
  const seen = new Map<string, number>()
  const lines = curves.map((curve, i) => {
    const group = groupOf(curve)
    const nth = seen.get(group) ?? 0
    seen.set(group, nth + 1)
    const color = COLORS[groups.indexOf(group) % COLORS.length]
    const dash = DASHES[nth % DASHES.length]
    const style = `stroke="${color}" stroke-dasharray="${dash}"`
    const points = curve.values.map(
      (ms, at) => `${x(sizes[at] ?? 1).toFixed(1)} ${y(ms).toFixed(1)}`,
    )
    const dots = curve.values.map(
      (ms, at) =>
        `<circle cx="${x(sizes[at] ?? 1).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="3" fill="${color}"/>`,
    )
    const height = PLOT.top + 8 + i * LABEL_PX
    return `<path class="line" d="M${points.join('L')}" ${style}/>${dots.join('')}
<path class="line" d="M${PLOT.right + 16} ${height - 4}h28" ${style}/>${text(PLOT.right + 52, height, curve.name)}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${title}">
<style>
text { font: 12px system-ui, sans-serif; fill: #333 }
.title { font-weight: 600; font-size: 14px }
.grid { stroke: #8884; fill: none }
.line { fill: none; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } }
</style>
<text class="title" x="${PLOT.left}" y="22">${title}</text>
${grid.join('\n')}
${ticks.join('\n')}
${lines.join('\n')}
</svg>
`
}

const groupOf = ({ name }: Curve): string => name.split(':')[0] ?? name

const shortly = (size: number): string => size.toLocaleString('en', { notation: 'compact' })
