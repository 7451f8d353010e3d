export interface VisitorSaltTable {
  day: string
  salt: Buffer
}
