import { expect, it } from 'vitest'
import { api } from '../../testing/api.ts'
import {
  button,
  click,
  dialog,
  field,
  fill,
  noDialog,
  openPage,
  text,
  until,
  user,
} from '../../testing/app.tsx'
import { exampleOf } from '../../testing/document.ts'

const page = exampleOf('/bio')
const image = 'https://go.shop.example/image/1'

it('saving the profile while a picture is uploaded keeps the picture', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let now = { ...page, bio: { ...page.bio, image: null } } as typeof page
  const withBio = (fields: object) => (now = { ...now, bio: { ...now.bio, ...fields } } as never)
  api.on('GET', '/bio', () => now)
  api.on('POST', '/bio/preview')
  api.on('PATCH', '/bio', ({ body }) => withBio(body))
  api.on('PUT', '/bio/image', async () => {
    await promise
    return withBio({ image })
  })
  openPage('/bio')
  await button('Upload image')
  const files = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(files, new File(['x'], 'a.png', { type: 'image/png' }))
  await until(() => expect(api.calls('PUT', '/bio/image')).toHaveLength(1))
  await fill('Title', 'Acme')
  await click('button', 'Save profile')
  await text('Profile saved')
  resolve()
  await until(async () => expect((await field('Image URL')).value).toBe(image))
  await fill('Tagline', 'Since 2001')
  await click('button', 'Save profile')
  await until(() => expect(api.calls('PATCH', '/bio')).toHaveLength(2))
  expect(api.calls('PATCH', '/bio').map(({ body }) => body)).toEqual([
    { title: 'Acme' },
    { subtitle: 'Since 2001' },
  ])
})

it('a website of one’s own needs no platform', async () => {
  api.on('POST', '/bio/preview')
  api.on('POST', '/bio/link')
  openPage('/bio')
  await click('button', 'Add link')
  await fill('URL or username', 'www.acme.example', await dialog())
  await click('button', 'Add', await dialog())
  await noDialog()
  expect(api.calls('POST', '/bio/link').map(({ body }) => body)).toEqual([
    { url: 'https://www.acme.example', title: null },
  ])
})
