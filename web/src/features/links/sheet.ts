/** A parsed CSV file. */
export interface Sheet {
  name: string
  header: string[]
  rows: string[][]
}
