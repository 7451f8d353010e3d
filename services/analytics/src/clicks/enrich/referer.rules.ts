/** The host of the page, or the app, that had the link, without `www.`; empty when nothing is known. */
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
