const whole = new Intl.NumberFormat()

/** 1234567 as 1,234,567. */
export const formatCount = (value: number): string => whole.format(value)

const markOf = (type: 'group' | 'decimal') =>
  whole.formatToParts(1_234_567.5).find((part) => part.type === type)?.value ?? ''

/** Separators for typed numbers, the same as in shown ones. */
export const NUMBER_MARKS = {
  thousandSeparator: markOf('group'),
  decimalSeparator: markOf('decimal'),
}

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })

/** 1234567 as 1.2M, for narrow places. */
export const formatShort = (value: number): string => short.format(value)

const percent = new Intl.NumberFormat(undefined, { style: 'percent' })

/** 0.253 as 25%; less than one percent as <1%. */
export const formatPercent = (share: number): string =>
  share > 0 && share < 0.01 ? `<${percent.format(0.01)}` : percent.format(share)
