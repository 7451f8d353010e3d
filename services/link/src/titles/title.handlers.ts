import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid } from '@fingerpost/kit/http/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import type { LinksService } from '@fingerpost/protos/link/v1/link'
import type { Titles } from './title.worker.ts'

export const titleHandlers = (
  titles: Pick<Titles, 'of'>,
): Pick<Handlers<LinksService>, 'previewPage'> => ({
  async previewPage({ url }, context) {
    const fault = checkUrl(url)
    if (fault) throw invalid([{ field: 'url', ...fault }])
    const { title } = await titles.of(context.caller().orgId, canonicalUrl(url))
    return { title }
  },
})
