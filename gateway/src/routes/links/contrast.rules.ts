/** Below this contrast, scanners do not find a QR code reliably. */
export const MIN_CONTRAST = 3

/** Whether a color is lighter than another one: not all scanners read light codes on dark ground. */
export const isLighter = (one: string, other: string): boolean => luminance(one) > luminance(other)

/** The contrast of two colors `#rgb` or `#rrggbb`, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const digits = color.slice(1)
  const width = digits.length / 3
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((at) => {
    const part = digits.slice(at * width, (at + 1) * width)
    const share = Number.parseInt(part.repeat(2 / width), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
