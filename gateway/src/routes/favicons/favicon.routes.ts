import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

const HUES = 360

/** An icon for the site of a destination: its first letter on a colour of its own. */
export const faviconRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/favicon/:host',
    { schema: { params: Type.Object({ host: Type.String({ maxLength: 255 }) }) } },
    async ({ params }, reply) =>
      reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=86400')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(letterIcon(params.host)),
  )
}

function letterIcon(host: string): string {
  const name = host.replace(/^www\./, '')
  const letter = /[a-z0-9]/i.exec(name)?.[0]?.toUpperCase() ?? '•'
  const hue =
    [...name].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7) % HUES
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="hsl(${hue} 45% 42%)"/>` +
    '<text x="16" y="22" text-anchor="middle" font-family="system-ui,sans-serif" font-size="18" ' +
    `fill="#fff">${letter}</text></svg>`
  )
}
