/** A filter by single values. */
export const where = (values: Record<string, string | number | undefined>) => ({
  conditions: {
    all: Object.entries(values).flatMap(([field, value]) =>
      value === undefined ? [] : [{ field, operator: 'is', values: [String(value)] }],
    ),
  },
})
