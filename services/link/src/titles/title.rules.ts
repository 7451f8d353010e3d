import { Parser } from 'htmlparser2'
import { plainTitle } from '../model/value.rules.ts'

const TITLE_CHARACTERS = 255
/** Maximum length of the title element's text before it is trimmed and cut. */
const TEXT_MAX = 4_096
const TAGS_MAX = 2_000

/**
 * Elements that may precede a page's body (HTML standard, "in head"). Template contents are not
 * part of the page.
 */
const HEAD: ReadonlySet<string> = new Set(
  'html head title base basefont bgsound link meta noscript noframes script style'.split(' '),
)

/** Reads the title of an HTML page chunk by chunk, and no further than necessary. */
export function titleReader() {
  let inside = false
  let ended = false
  let tags = 0
  let text = ''
  const end = () => {
    ended = true
    parser.pause()
  }
  const parser: Parser = new Parser({
    onopentagname(name) {
      if (name === 'title') inside = true
      else if (!HEAD.has(name) || ++tags > TAGS_MAX) end()
    },
    ontext(piece) {
      if (!inside) return
      text += piece
      if (text.length > TEXT_MAX) end()
    },
    onclosetag(name) {
      if (name === 'title') end()
    },
  })
  return {
    /**
     * Takes the next chunk; true once the title, or the place where it would be, has been passed.
     */
    write(piece: string): boolean {
      if (!ended) parser.write(piece)
      return ended
    },
    /** The title found so far, as a link shows it; empty if the page has none. */
    title: (): string => cut(plainTitle(text).replace(/\s+/gu, ' ')),
  }
}

const cut = (title: string) =>
  title.length > TITLE_CHARACTERS ? [...title].slice(0, TITLE_CHARACTERS).join('').trim() : title

/** Whether the headers declare uncompressed HTML. */
export const isHtml = (headers: Readonly<Record<string, string>>): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(headers['content-type'] ?? '') &&
  /^(identity)?$/i.test(headers['content-encoding'] ?? '')

/** The charset in a page's Content-Type header. */
export const charsetOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1]
