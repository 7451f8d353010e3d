import { parseSync, Visitor } from 'oxc-parser'

/** Attributes that people see or hear. */
const SPOKEN = new Set([
  ...['alt', 'aria-label', 'aria-description', 'title', 'label', 'description', 'placeholder'],
  ...['lead', 'hint', 'error', 'save', 'nothingFoundMessage', 'summary'],
])
/** Names of keys, of the browser's interfaces and errors, user agents, and the product's own name. */
const NAMES =
  /^(?:Alt|Arrow\w+|Backspace|Control|Ctrl|End|Enter|Escape|Fingerpost|Home|Shift|Space|Tab|PublicKeyCredential|\w+Error)$|^Mozilla\/5\.0 /
/** Constants of names that are the same in every language. */
const NAMED = new Set(['BRANDS', 'BROWSERS', 'LANGUAGES', 'SYSTEMS'])
/** Addresses, examples of host names, and API keys. */
const DATA = /^(?:https?:|fp_|[a-z.]+\.example$)/
/** Markup, which may continue after an inserted value. */
const TAG = /<\/?[a-z][^>]*>?/g
/** The beginning of a style before an inserted value. */
const STYLE = /^(?:color-mix\(.*|px )$/
const WORD = /\p{L}{2}/u
const SENTENCE = /^\p{Lu}\p{Ll}/u

/** Texts in a file of the dashboard that belong in its messages. */
export function texts(path: string, code: string): string[] {
  const found: string[] = []
  const say = (text: string) => found.push(`${path}: ${text.trim().replace(/\s+/g, ' ')}`)
  /** Inside of a type, a class name, an error for developers, or names that are the same in every language. */
  let unseen = 0
  const { program } = parseSync(path, code)
  new Visitor({
    JSXText: ({ value }) => {
      if (WORD.test(value)) say(value)
    },
    JSXAttribute: ({ name, value }) => {
      if (name.name === 'className') unseen++
      if (value?.type !== 'Literal' || typeof value.value !== 'string') return
      const spoken = name.type === 'JSXIdentifier' && SPOKEN.has(name.name)
      const plain = WORD.test(value.value) && !DATA.test(value.value)
      if (spoken && plain && !isSentence(value.value)) say(value.value)
    },
    'JSXAttribute:exit': ({ name }) => {
      if (name.name === 'className') unseen--
    },
    TSLiteralType: () => {
      unseen++
    },
    'TSLiteralType:exit': () => {
      unseen--
    },
    VariableDeclarator: ({ id }) => {
      if (isNamed(id)) unseen++
    },
    'VariableDeclarator:exit': ({ id }) => {
      if (isNamed(id)) unseen--
    },
    NewExpression: ({ callee }) => {
      if (isError(callee)) unseen++
    },
    'NewExpression:exit': ({ callee }) => {
      if (isError(callee)) unseen--
    },
    Literal: ({ value }) => {
      if (unseen === 0 && typeof value === 'string' && isSentence(value)) say(value)
    },
    TemplateElement: ({ value: { raw } }) => {
      if (unseen > 0 || STYLE.test(raw)) return
      const plain = raw.replace(TAG, '')
      if (isSentence(plain) || /\p{Ll}{2} | \p{Ll}{2}/u.test(plain)) say(raw)
    },
  }).visit(program)
  return found
}

const isSentence = (text: string) => SENTENCE.test(text) && !NAMES.test(text)

const isError = (callee: { type: string; name?: string }) =>
  callee.type === 'Identifier' && callee.name === 'Error'

const isNamed = (id: { type: string; name?: string }) =>
  id.type === 'Identifier' && NAMED.has(id.name ?? '')
