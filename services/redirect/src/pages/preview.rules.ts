import { type Answer, page } from '@fingerpost/kit/visitor/page'
import { h } from 'preact'
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
    title: (language) => WORDS[language].preview,
    body: (language) => {
      const words = WORDS[language]
      return h('main', { class: 'wide' }, [
        h('div', null, [
          h('p', { class: 'over' }, words.preview),
          h('h1', { dir: 'auto' }, title || host || destination),
          h('dl', null, [
            h('dt', null, words.leadsTo),
            h('dd', null, [host && h('b', null, host), h('span', { tabindex: 0 }, destination)]),
            h('dt', null, words.shortLink),
            h('dd', null, shortUrl),
          ]),
          h('a', { class: 'button', rel: 'nofollow noreferrer', href: onward }, words.go),
        ]),
        h('figure', null, [qr, h('figcaption', null, words.scan)]),
      ])
    },
  })
}
