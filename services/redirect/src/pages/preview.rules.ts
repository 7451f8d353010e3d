import { type Answer, escapeHtml, page } from '@fingerpost/kit/visitor/page'
import { qrSvg } from './qr.rules.ts'
import { WORDS } from './words.rules.ts'

/** A link as shown on its preview page (`+` after the slug). */
export interface Preview {
  shortUrl: string
  title: string
  /** The destination for this visitor; printable ASCII. */
  destination: string
  /** Link to the destination, counted with the trigger `preview`. */
  onward: string
}

/** Shows the destination of a link before it is followed. */
export async function previewPage(it: Preview): Promise<Answer> {
  const { shortUrl, title, destination, onward } = it
  const host = URL.parse(destination)?.host
  const qr = await qrSvg(`${shortUrl}?_via=qr`)
  return page({
    status: 200,
    wide: true,
    title: (language) => WORDS[language].preview,
    body: (language) => {
      const words = WORDS[language]
      return (
        `<div><p class="over">${words.preview}</p>` +
        `<h1 dir="auto">${escapeHtml(title || host || destination)}</h1>` +
        `<dl><dt>${words.leadsTo}</dt><dd>${host ? `<b>${escapeHtml(host)}</b>` : ''}` +
        `<span>${escapeHtml(destination)}</span></dd>` +
        `<dt>${words.shortLink}</dt><dd>${escapeHtml(shortUrl)}</dd></dl>` +
        `<a class="button" rel="nofollow noreferrer" href="${escapeHtml(onward)}">${words.go}</a></div>` +
        `<figure>${qr}<figcaption>${words.scan}</figcaption></figure>`
      )
    },
  })
}
