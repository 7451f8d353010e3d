/** A part of a statement: a string, number or name; a word such as VALUES; a mark; its end. */
export interface Token {
  kind: 'value' | 'word' | 'mark' | 'end'
  text: string
}

const SKIPPED = /(?:\s+|--[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y
/** What may end a text, or hide its end. */
const IN_TEXT = { "'": /[\\']/g, '"': /[\\"]/g }
const NAME = /`([^`]*(?:``[^`]*)*)`/y
const HEX = /0x([\da-f]+)|x'([\da-f]*)'/iy
const WORD = /[-+]?[\w$.]+/y

/**
 * The tokens of a text in the SQL of MySQL, without comments. A quote that is not closed ends them
 * without the end of the statement.
 */
export function* tokensOf(sql: string): Generator<Token> {
  let at = 0
  const match = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at
    const found = form.exec(sql)
    if (found) at = form.lastIndex
    return found
  }
  for (;;) {
    match(SKIPPED)
    if (at >= sql.length) return
    const quote = sql[at]
    if (quote === "'" || quote === '"') {
      const end = endOfText(sql, at, quote)
      if (end === undefined) return
      yield { kind: 'value', text: plainText(sql.slice(at + 1, end), quote) }
      at = end + 1
      continue
    }
    const name = match(NAME)
    const hex = name ? null : match(HEX)
    if (name) yield { kind: 'value', text: (name[1] ?? '').replaceAll('``', '`') }
    else if (hex) yield { kind: 'value', text: ofHex(hex[1] ?? hex[2] ?? '') }
    else {
      const word = match(WORD)
      const mark = sql[at] ?? ''
      if (word) yield { kind: 'word', text: word[0] }
      else if (mark === '`') return
      else {
        at++
        yield { kind: mark === ';' ? 'end' : 'mark', text: mark }
      }
    }
  }
}

/** The place of the quote that closes a text; undefined if there is none. */
function endOfText(sql: string, start: number, quote: "'" | '"'): number | undefined {
  const form = IN_TEXT[quote]
  form.lastIndex = start + 1
  for (let found = form.exec(sql); found; found = form.exec(sql)) {
    const isHidden = found[0] === '\\' || sql[found.index + 1] === quote
    if (!isHidden) return found.index
    form.lastIndex = found.index + 2
  }
  return undefined
}

const ESCAPED: Readonly<Record<string, string>> = {
  ...{ 0: '\u0000', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001a' },
}

const plainText = (text: string, quote: string): string =>
  text.replaceAll(quote === "'" ? /\\([\s\S])|''/g : /\\([\s\S])|""/g, (two, escaped?: string) =>
    escaped === undefined ? two.slice(1) : (ESCAPED[escaped] ?? escaped),
  )

const ofHex = (hex: string): string => {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return new TextDecoder().decode(bytes)
}
