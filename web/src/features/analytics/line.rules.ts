const COLORS = [
  '--accent',
  '--good',
  '--mantine-color-blue-6',
  '--mantine-color-grape-6',
  '--soft',
] as const

/** The CSS variable with the color of the nth line of a chart. */
export const colorOf = (nth: number): string => COLORS[nth % COLORS.length] ?? '--accent'
