import { Button, FileButton, Group, Input } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { text } from '#messages/bio.ts'
import { useCan } from '../../api/me.ts'
import { UploadIcon } from '../../shared/icons.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import classes from './bio.module.css'
import { type Bio, removeBioImage, uploadBioImage } from './bio.queries.ts'
import { toUpload } from './picture.ts'

const LABELS = { body: text.image }

interface PictureFieldProps {
  hasPicture: boolean
  /** Called when the picture of the page has changed. */
  saved: (page: Bio) => void
}

/** Uploads a picture that is chosen or dropped; unlike the other fields, it is saved at once. */
export function PictureField({ hasPicture, saved }: PictureFieldProps) {
  const [over, setOver] = useState(false)
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (file: File | undefined) =>
      file ? uploadBioImage(await toUpload(file)) : removeBioImage(),
    onSuccess: async (page) => {
      await queries.invalidateQueries({ queryKey: ['bio'] })
      saved(page)
    },
  })
  const mayWrite = useCan()('bio:write')
  const take = (file: File | null | undefined) => file && mayWrite && mutate(file)
  return (
    <Input.Wrapper
      labelElement="div"
      label={text.image}
      description={text.imageFiles}
      className={classes.picture}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <Group gap="xs" mt="xs">
        <FileButton accept="image/*" onChange={take}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              leftSection={<UploadIcon />}
              loading={isPending}
            >
              {text.uploadImage}
            </Button>
          )}
        </FileButton>
        {hasPicture && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => mutate(undefined)}>
            {text.removeImage}
          </Button>
        )}
      </Group>
      <ProblemNotice error={error} labels={LABELS} />
    </Input.Wrapper>
  )
}
