import { Table, Text } from '@mantine/core'
import { text as page } from '#messages/analytics.ts'
import { text } from '#messages/analytics-split.ts'
import { text as words } from '#messages/shared.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import { useOriginals, type View } from './analytics.queries.ts'
import { useLink } from './choice.queries.ts'
import { known } from './measure.rules.ts'
import { splitOf } from './split.rules.ts'
import { formatKnown } from './visitor-text.rules.ts'

const NONE = { clicks: 0, visitors: 0 }
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const percentOf = (part: number, whole: number): string =>
  page.percent(tenths.format(whole === 0 ? 0 : (part / whole) * 100))

/** Actual and configured split of an A/B link. Renders nothing for other links. */
export function SplitResult({ linkId, view }: { linkId: string; view: View }) {
  const { data: link } = useLink(linkId)
  const { data } = useOriginals(view, linkId, Boolean(link?.ab.length))
  const countOf = (url: string) => {
    const { clicks, visitors } = data?.items.find((it) => it.url === url) ?? NONE
    return { clicks, visitors }
  }
  const result = link && data && splitOf(link.url, link.ab, countOf)
  if (!result) return null
  const total = result.shares.reduce((sum, { clicks }) => sum + clicks, 0)
  return (
    <>
      <Table mt="xs" withRowBorders={false} verticalSpacing={2} horizontalSpacing={8} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th maw={0} w="100%" className="clip">
              {text.destination}
            </Table.Th>
            <Table.Th ta="end" className="number">
              {text.configured}
            </Table.Th>
            <Table.Th ta="end" className="number">
              {text.actual}
            </Table.Th>
            <Table.Th ta="end" className="number">
              {words.clicks}
            </Table.Th>
            <Table.Th ta="end" className="number" visibleFrom="sm">
              {words.visitors}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {result.shares.map(({ url, percent, clicks, visitors }) => (
            <Table.Tr key={url}>
              <Table.Td maw={0} w="100%" className="clip" title={url}>
                {url.replace(/^https?:\/\//, '')}
              </Table.Td>
              <Table.Td ta="end" className="number">
                {percentOf(percent, 100)}
              </Table.Td>
              <Table.Td ta="end" className="number">
                {percentOf(clicks, total)}
              </Table.Td>
              <Table.Td ta="end" className="number">
                {formatCount(clicks)}
              </Table.Td>
              <Table.Td ta="end" className="number" visibleFrom="sm">
                {formatKnown(known({ clicks, visitors }).visitors)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt={4}>
        {result.verdict}
      </Text>
    </>
  )
}
