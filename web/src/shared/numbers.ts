const whole = new Intl.NumberFormat('en')

/** 1234567 as 1,234,567. */
export const formatCount = (value: number): string => whole.format(value)
