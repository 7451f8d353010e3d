/** The host of the referring page or app, without `www.`; empty if unknown. */
export function refererOf(referer: string): string {
  if (referer === '') return ''
  try {
    return new URL(referer).hostname
      .toLowerCase()
      .replace(/^www\.(?=.)/, '')
      .slice(0, 255)
  } catch {
    return ''
  }
}
