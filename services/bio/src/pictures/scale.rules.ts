/** Pixels as red, green, blue and alpha, from the top left. */
export interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** The centered square of a picture, scaled to this side with a triangle filter. */
export function toSquare({ data, width, height }: Pixels, side: number): Pixels {
  const from = Math.min(width, height)
  const [left, top] = [(width - from) >> 1, (height - from) >> 1]
  const taps = tapsOf(from, side)
  // First the columns of each row, then the rows.
  const narrow = new Float32Array(side * from * 4)
  const square = new Uint8ClampedArray(side * side * 4)
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let y = 0; y < from; y++) {
    const row = ((y + top) * width + left) * 4
    for (let x = 0; x < side; x++) {
      const { first, shares } = taps[x] as Taps
      red = green = blue = alpha = 0
      for (let i = 0; i < shares.length; i++) {
        const at = row + (first + i) * 4
        // Transparent pixels must not color their neighbors.
        const weight = (shares[i] as number) * (data[at + 3] as number)
        red += weight * (data[at] as number)
        green += weight * (data[at + 1] as number)
        blue += weight * (data[at + 2] as number)
        alpha += weight
      }
      narrow.set([red, green, blue, alpha], (y * side + x) * 4)
    }
  }
  for (let y = 0; y < side; y++) {
    const { first, shares } = taps[y] as Taps
    for (let x = 0; x < side; x++) {
      red = green = blue = alpha = 0
      for (let i = 0; i < shares.length; i++) {
        const at = ((first + i) * side + x) * 4
        const weight = shares[i] as number
        red += weight * (narrow[at] as number)
        green += weight * (narrow[at + 1] as number)
        blue += weight * (narrow[at + 2] as number)
        alpha += weight * (narrow[at + 3] as number)
      }
      const over = alpha || 1
      square.set([red / over, green / over, blue / over, alpha], (y * side + x) * 4)
    }
  }
  return { data: square, width: side, height: side }
}

/** The source pixels that make up a pixel of the result, and the share of each. */
interface Taps {
  first: number
  shares: number[]
}

function tapsOf(from: number, to: number): Taps[] {
  const scale = from / to
  const radius = Math.max(1, scale)
  return Array.from({ length: to }, (_, i) => {
    const center = (i + 0.5) * scale - 0.5
    const first = Math.max(0, Math.ceil(center - radius))
    const last = Math.min(from - 1, Math.floor(center + radius))
    const weights = Array.from(
      { length: last - first + 1 },
      (_, at) => radius - Math.abs(first + at - center),
    )
    const sum = weights.reduce((a, b) => a + b)
    return { first, shares: weights.map((weight) => weight / sum) }
  })
}
