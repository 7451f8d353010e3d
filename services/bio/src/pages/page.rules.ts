import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** What a visitor sees of a team. */
export interface PublicPage {
  organization: { id: string; name: string; slug: string; logo: string | null }
  title: string | null
  subtitle: string | null
}

/** `/@slug` and `/@slug.json`, percent-decoded; undefined for anything else. */
export function parsePath(path: string): { slug: string; json: boolean } | undefined {
  const match = /^\/@([^/]{1,64}?)(\.json)?$/u.exec(path)
  return match?.[1] ? { slug: match[1], json: match[2] !== undefined } : undefined
}

const STYLE = `
:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif }
body { max-width: 32rem; margin: 15vh auto 0; padding: 0 1.5rem; text-align: center }
p { opacity: .75 }`

/** The page as HTML without scripts. Every text is escaped. */
export function renderPage({ organization, title, subtitle }: PublicPage): string {
  const name = title ?? organization.name
  return document(name, [h('h1', null, name), subtitle ? h('p', null, subtitle) : null])
}

/** What is said where no team has the name. */
export const renderMissing = () =>
  document('Nothing here', [
    h('h1', null, 'Nothing here'),
    h('p', null, 'No team has this page. Check the address.'),
  ])

function document(title: string, content: unknown[]): string {
  const page = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('title', null, title),
      h('style', { dangerouslySetInnerHTML: { __html: STYLE } }),
    ),
    h('body', null, h('main', null, content as never)),
  )
  return `<!doctype html>${renderToString(page)}`
}
