import { Accordion, Select, SimpleGrid, Text } from '@mantine/core'
import { text } from '#messages/links-import.ts'
import { useDomains, useLabels } from '../../api/choices.ts'
import { FIELDS, type Field, labelOf, MAIN, type Mapping } from './import.rules.ts'

/** Where links go that name no domain or folder of their own. */
interface Place {
  domain: string
  folder: string | null
}

interface ImportFieldsProps {
  header: readonly string[]
  mapping: Mapping
  place: Place
  change: (next: { mapping: Mapping; place: Place }) => void
}

/** Which column of the file is which field of a link, and the domain and folder of the others. */
export function ImportFields({ header, mapping, place, change }: ImportFieldsProps) {
  const { data: domains } = useDomains()
  const { data: folders } = useLabels('folder')
  const columns = header.map((name, i) => ({ value: `${i}`, label: name }))
  const named = (items: { id: number; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: `${id}`, label: name }))
  const pick = (field: Field) => (
    <Select
      key={field}
      label={labelOf(field)}
      placeholder={field === 'url' ? text.whichColumn : text.notInFile}
      required={field === 'url'}
      clearable={field !== 'url'}
      data={columns}
      value={mapping[field] < 0 ? null : `${mapping[field]}`}
      onChange={(value) =>
        change({ mapping: { ...mapping, [field]: value === null ? -1 : Number(value) }, place })
      }
    />
  )
  const more = FIELDS.filter((field) => !MAIN.includes(field))
  const used = more.filter((field) => mapping[field] >= 0).map(labelOf)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>{MAIN.map(pick)}</SimpleGrid>
      <Accordion variant="contained">
        <Accordion.Item value="more">
          <Accordion.Control>
            <Text size="sm">
              {used.length === 0 ? text.moreFields : text.moreFieldsUsed(used.join(', '))}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>{more.map(pick)}</SimpleGrid>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={text.defaultDomain}
          description={text.withoutDomain}
          allowDeselect={false}
          data={named(domains?.items)}
          value={place.domain}
          onChange={(domain) => change({ mapping, place: { ...place, domain: domain ?? '' } })}
        />
        <Select
          label={text.defaultFolder}
          description={text.withoutFolder}
          placeholder={text.none}
          clearable
          data={named(folders?.items)}
          value={place.folder}
          onChange={(folder) => change({ mapping, place: { ...place, folder } })}
        />
      </SimpleGrid>
    </>
  )
}
