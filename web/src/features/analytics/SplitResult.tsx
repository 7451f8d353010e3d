import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/analytics-split.ts'
import { text as words } from '#messages/shared.ts'
import { useNarrow } from '../../shared/media.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import { useOriginals, type View } from './analytics.queries.ts'
import { useLink } from './choice.queries.ts'
import { known } from './measure.rules.ts'
import { splitOf } from './split.rules.ts'
import { formatKnown } from './visitor-text.rules.ts'

const NONE = { clicks: 0, visitors: 0 }
const tenths = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const percentOf = (part: number, whole: number): string =>
  tenths.format(whole === 0 ? 0 : part / whole)

/** Actual and configured split of an A/B link. Renders nothing for other links. */
export function SplitResult({ linkId, view }: { linkId: string; view: View }) {
  const { data: link } = useLink(linkId)
  const { data } = useOriginals(view, linkId, Boolean(link?.ab.length))
  const countOf = (url: string) => {
    const { clicks, visitors } = data?.items.find((it) => it.url === url) ?? NONE
    return { clicks, visitors }
  }
  const narrow = useNarrow()
  const result = link && data && splitOf(link.url, link.ab, countOf)
  if (!result) return null
  const total = result.shares.reduce((sum, { clicks }) => sum + clicks, 0)
  return (
    <>
      <Table
        mt="xs"
        className="number"
        withRowBorders={false}
        verticalSpacing={2}
        horizontalSpacing={8}
        fz="sm"
      >
        <Table.Thead>
          <Row scope="col" name={text.destination} narrow={narrow}>
            <Table.Th ta="end">{text.configured}</Table.Th>
            <Table.Th ta="end">{text.actual}</Table.Th>
            <Table.Th ta="end">{words.clicks}</Table.Th>
            <Table.Th ta="end">{words.visitors}</Table.Th>
          </Row>
        </Table.Thead>
        {result.shares.map(({ url, percent, clicks, visitors }) => (
          <Table.Tbody key={url}>
            <Row scope="row" name={url.replace(/^https?:\/\//, '')} title={url} narrow={narrow}>
              <Table.Td ta="end">{percentOf(percent, 100)}</Table.Td>
              <Table.Td ta="end">{percentOf(clicks, total)}</Table.Td>
              <Table.Td ta="end">{formatCount(clicks)}</Table.Td>
              <Table.Td ta="end">{formatKnown(known({ clicks, visitors }).visitors)}</Table.Td>
            </Row>
          </Table.Tbody>
        ))}
      </Table>
      <Text size="sm" c="dimmed" mt={4}>
        {result.verdict}
      </Text>
    </>
  )
}

interface RowProps {
  scope: 'col' | 'row'
  name: string
  title?: string
  narrow: boolean | undefined
  /** The four numbers, or their column headings. */
  children: ReactNode
}

/** A row of the table; on phones, the numbers are in a row below the name. */
function Row({ scope, name, title, narrow, children }: RowProps) {
  const first = (
    <Table.Th
      scope={narrow ? `${scope}group` : scope}
      colSpan={narrow ? 4 : 1}
      maw={0}
      w="100%"
      className="clip"
      fw={scope === 'row' ? 400 : undefined}
      title={title}
    >
      {name}
    </Table.Th>
  )
  if (!narrow) {
    return (
      <Table.Tr>
        {first}
        {children}
      </Table.Tr>
    )
  }
  return (
    <>
      <Table.Tr>{first}</Table.Tr>
      <Table.Tr>{children}</Table.Tr>
    </>
  )
}
