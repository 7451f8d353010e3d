/** Modules of nothing around the code, without which it is not found (ISO/IEC 18004 §9.1). */
const QUIET = 4

/** A text as a QR code in SVG, dark on light whatever the page around it is. */
export async function qrSvg(text: string): Promise<string> {
  const { create } = await import('qrcode') // previews are rare, and every start would pay for it
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
  return (
    `<svg viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" role="img" aria-label="QR">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
  )
}
