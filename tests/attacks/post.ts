import { customer } from '../stack.ts'

export interface Made {
  id: string
  url: string
  errors: { field: string; code: string }[]
  [field: string]: unknown
}

export const api = customer()
const domains = await api<{ items: { id: number }[] }>('GET', '/domain')
export const domain_id = domains.body.items[0]?.id ?? 0

export const post = (fields: object) =>
  api<Made>('POST', '/link', { url: 'https://example.com/', domain_id, title: 'Tried', ...fields })
