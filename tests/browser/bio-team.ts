import { admin, customer, stack } from '../stack.ts'

/** A team of its own, and how to change its bio page. */
export async function newBioTeam() {
  const { api_key } = await admin<{ api_key: string }>('org', 'create', 'Browser team')
  const api = customer(api_key)
  const { body } = await api<{ organization: { slug: string } }>('GET', '/bio')
  const change = async (method: string, path: string, fields: object) => {
    const { status, body } = await api(method, path, fields)
    if (status >= 400) throw new Error(JSON.stringify(body))
  }
  return {
    apiKey: api_key,
    url: `${stack.url}/@${body.organization.slug}`,
    setProfile: (fields: object) => change('PUT', '/bio', fields),
    addLink: (fields: object) => change('POST', '/bio/link', fields),
  }
}
