// A plain service: one call, one prepared select, or begin, two inserts and commit.
import type { CreateLinkRequest, GetLinksRequest, Link } from '@fingerpost/protos/link/v1/link'
import { forLists } from '@fingerpost/protos/redirect-rules'
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js'
import pg from 'pg'
import { plainService } from './plain.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })

const GET = { name: 'get', text: 'select * from links where org_id = 1 and id = $1' }
const INSERT = {
  name: 'insert',
  text: `insert into plain_links (org_id, user_id, domain_id, domain, slug, slug_key, url, title)
  values (1, 1, $1, 'localhost', $2, $2, $3, $4) returning *`,
}
const NOTE = {
  name: 'note',
  text: "insert into plain_outbox (link_id, kind) values ($1, 'created')",
}

async function get({ ids }: GetLinksRequest): Promise<Link> {
  const { rows } = await pool.query({ ...GET, values: [ids[0]] })
  return toLink(rows[0])
}

async function create({ url, title, domain_id: domainId }: CreateLinkRequest): Promise<Link> {
  const slug = crypto.randomUUID().slice(0, 13)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query({ ...INSERT, values: [domainId, slug, url, title] })
    await client.query({ ...NOTE, values: [rows[0].id] })
    await client.query('commit')
    return toLink(rows[0])
  } finally {
    client.release()
  }
}

const toLink = (row: Record<string, never>): Link => ({
  id: Number(row.id),
  org_id: Number(row.org_id),
  user_id: Number(row.user_id),
  url: row.url ?? '',
  domain_id: Number(row.domain_id),
  domain: row.domain ?? '',
  slug: row.slug ?? '',
  short_url: `http://${row.domain}/${row.slug}`,
  title: row.title ?? '',
  tags: [],
  redirect_code: row.redirect_code ?? 302,
  expires_after: Number(row.expires_after),
  ...forLists((field) => row[field] ?? []),
  has_password: row.password_hash !== null,
  clicks: 0,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const unary =
  <Request>(work: (request: Request) => Promise<Link>) =>
  ({ request }: ServerUnaryCall<Request, Link>, callback: sendUnaryData<Link>) =>
    work(request).then((link) => callback(null, link), callback)

const server = new Server()
server.addService(plainService, { get: unary(get), create: unary(create) })
server.bindAsync(`127.0.0.1:${process.env.GRPC_PORT}`, ServerCredentials.createInsecure(), () => {})
