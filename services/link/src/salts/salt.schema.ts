declare module '../link.schema.ts' {
  interface LinkSchema {
    visitor_salts: VisitorSaltTable
  }
}

export interface VisitorSaltTable {
  day: string
  salt: Buffer
}
