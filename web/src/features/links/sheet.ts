/** A file of columns, as it was read. */
export interface Sheet {
  name: string
  header: string[]
  rows: string[][]
}
