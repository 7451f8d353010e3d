import {
  Button,
  Center,
  ColorInput,
  Group,
  Modal,
  NumberInput,
  SimpleGrid,
  Stack,
} from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { text } from '#messages/links-qr.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { download } from '../../shared/download.ts'
import { useFocusBack } from '../../shared/focus-back.ts'
import { DownloadIcon } from '../../shared/icons.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import type { Link } from './link.queries.ts'

interface QrLook {
  color: string
  background: string
  size: number
}

const codeOf = async (link: Link, format: 'svg' | 'png', look: QrLook, signal?: AbortSignal) =>
  (await read(
    api().GET('/link/{link_id}/qr', {
      params: { path: { link_id: link.id }, query: { format, ...look } },
      parseAs: 'blob',
      ...(signal && { signal }),
    }),
  )) as Blob

/** The QR code of a link, in its printed form. */
export function QrPanel({ link, close }: { link: Link; close: () => void }) {
  useFocusBack()
  const [look, setLook] = useState<QrLook>({ color: '#000000', background: '#ffffff', size: 512 })
  const shown = { ...look, size: 512 }
  const { data: code, error } = useQuery({
    queryKey: ['qr', link.id, shown],
    queryFn: ({ signal }) => codeOf(link, 'svg', shown, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const save = async (format: 'svg' | 'png') =>
    await download(await codeOf(link, format, look), `${link.slug}.${format}`)
  return (
    <Modal opened onClose={close} title={text.title(`${link.domain}/${link.slug}`)}>
      <Stack>
        <ProblemNotice error={error} />
        <Center>{code && <Picture code={code} name={link.short_url} />}</Center>
        <SimpleGrid cols={2}>
          <ColorInput
            label={text.color}
            withEyeDropper={false}
            value={look.color}
            onChange={(color) => isColor(color) && setLook({ ...look, color })}
          />
          <ColorInput
            label={text.background}
            withEyeDropper={false}
            value={look.background}
            onChange={(background) => isColor(background) && setLook({ ...look, background })}
          />
        </SimpleGrid>
        <NumberInput
          label={text.size}
          suffix={text.pixels}
          min={64}
          max={2_048}
          step={64}
          value={look.size}
          onChange={(size) => setLook({ ...look, size: Number(size) || 512 })}
        />
        <Group grow>
          <Button variant="default" leftSection={<DownloadIcon />} onClick={() => save('png')}>
            {text.png}
          </Button>
          <Button leftSection={<DownloadIcon />} onClick={() => save('svg')}>
            {text.svg}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

function Picture({ code, name }: { code: Blob; name: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(code)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [code])
  return url && <img src={url} width={220} height={220} alt={text.leadsTo(name)} />
}
