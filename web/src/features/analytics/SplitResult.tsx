import { Table, Text } from '@mantine/core'
import { text } from '#messages/analytics.ts'
import { text as words } from '#messages/shared.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import { useOriginals, type View } from './analytics.queries.ts'
import { useLink } from './choice.queries.ts'
import { splitOf } from './split.rules.ts'

const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const percentOf = (part: number, whole: number): string =>
  text.percent(tenths.format(whole === 0 ? 0 : (part / whole) * 100))

/** Actual and configured split of an A/B link. Renders nothing for other links. */
export function SplitResult({ linkId, view }: { linkId: string; view: View }) {
  const { data: link } = useLink(linkId)
  const { data } = useOriginals(view, linkId, Boolean(link?.ab.length))
  const clicksOf = (url: string) =>
    (data?.items ?? []).reduce((sum, it) => sum + (it.url === url ? it.clicks : 0), 0)
  const result = link && data && splitOf(link.url, link.ab, clicksOf)
  if (!result) return null
  const total = result.shares.reduce((sum, { clicks }) => sum + clicks, 0)
  return (
    <>
      <Table mt="xs" withRowBorders={false} verticalSpacing={2} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.split.destination}</Table.Th>
            <Table.Th ta="end" className="number">
              {text.split.configured}
            </Table.Th>
            <Table.Th ta="end" className="number">
              {text.split.actual}
            </Table.Th>
            <Table.Th ta="end" className="number">
              {words.clicks}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {result.shares.map(({ url, percent, clicks }) => (
            <Table.Tr key={url}>
              <Table.Td maw={0} w="100%" className="clip" title={url}>
                {url}
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
