/** First characters of a cell that a spreadsheet runs as a formula, ASCII and full-width. */
const STARTS = '=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20'

/** Matches a cell that a spreadsheet runs as a formula; a pattern for JavaScript and RE2. */
export const FORMULA = `^[${STARTS}]`

/** First bytes of such cells in UTF-8; 239 starts the full-width characters. */
export const FORMULA_BYTES = [9, 13, 43, 45, 61, 64, 239]

const MARKABLE = new RegExp(`^'*[${STARTS}]`)
const MARKED = new RegExp(`^'+[${STARTS}]`)

/** Escapes a cell with an apostrophe if a spreadsheet would run it or if it looks escaped. */
export const markFormula = (cell: string): string => (MARKABLE.test(cell) ? `'${cell}` : cell)

/** The inverse of `markFormula`. */
export const unmarkFormula = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell)
