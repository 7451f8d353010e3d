/** First characters of a cell that a spreadsheet runs as a formula, ASCII and full-width. */
const STARTS = '=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20'

/** A cell that a spreadsheet runs as a formula, as text of a regular expression in JavaScript and RE2. */
export const FORMULA = `^[${STARTS}]`

/** First bytes of such cells in UTF-8; 239 begins the full-width ones. */
export const FORMULA_BYTES = [9, 13, 43, 45, 61, 64, 239]

const MARKABLE = new RegExp(`^'*[${STARTS}]`)
const MARKED = new RegExp(`^'+[${STARTS}]`)

/** Marks a cell that a spreadsheet would run as a formula, or that looks marked, with an apostrophe. */
export const markFormula = (cell: string): string => (MARKABLE.test(cell) ? `'${cell}` : cell)

/** The cell that `markFormula` was given. */
export const unmarkFormula = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell)
