import { MAX_PICTURE_BYTES, PICTURE_FIELD } from '@kellersonne/contract/identity/accounts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asWagner, USER, wagner } from '../../../../../test/identity/account.tsx'
import { openUser as open } from '../../../../../test/identity/user.ts'
import { json, refusal } from '../../../../../test/wire.ts'

const PICTURE = '/api/auth/user/picture/'

describe('the picture', () => {
  asWagner()
  const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]
  let size = { width: 800, height: 600 }

  /** jsdom can neither decode nor draw pictures. */
  beforeEach(() => {
    size = { width: 800, height: 600 }
    vi.stubGlobal(
      'Image',
      class {
        src = ''
        naturalWidth = size.width
        naturalHeight = size.height
        decode = () => (size.width > 0 ? Promise.resolve() : Promise.reject(new Error('breaks off')))
      },
    )
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((taken) =>
      taken(new Blob(['cut out'], { type: 'image/webp' })),
    )
  })

  const choose = (file: File) =>
    userEvent.upload(screen.getByLabelText('Profilbild wählen'), file, { applyAccept: false })
  const png = (name = 'me.png') => new File([new Uint8Array(PNG)], name, { type: 'image/png' })

  it('SET-05 takes one image file, cuts it, and sends what was cut out', async () => {
    const { posted } = await open({
      [PICTURE]: ({ method }) => (method === 'POST' ? json({ picture: 'p1' }) : new Response('webp')),
    })
    expect(screen.getByLabelText('Profilbild wählen')).toMatchObject({
      multiple: false,
      accept: 'image/png,image/jpeg,image/webp,image/gif',
    })
    await choose(png())
    const dialog = within(await screen.findByRole('dialog', { name: 'Bildausschnitt wählen' }))
    expect(dialog.getByLabelText('Waagerecht')).toHaveProperty('disabled', false)
    expect(dialog.getByLabelText('Senkrecht')).toHaveProperty('disabled', true)
    await userEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
    await screen.findByText('Ihr Bild ist gespeichert.')
    expect(posted(PICTURE)[0]?.files?.get(PICTURE_FIELD)).toMatchObject({ type: 'image/webp', size: 7 })
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('blob:x'))
  })

  it.each([
    [
      'an SVG called .png',
      () => new File(['<svg/>'], 'me.png', { type: 'image/png' }),
      /kein Bild, das wir lesen/,
    ],
    ['a broken picture', () => png('broken.png'), /kein Bild, das wir lesen/],
    [
      'more than 5 MB',
      () => new File([new Uint8Array(PNG), new Uint8Array(MAX_PICTURE_BYTES)], 'big.png'),
      /zu groß/,
    ],
    ['more than 25 megapixels', () => png('wide.png'), /25 Megapixel/],
  ])('SET-05 refuses %s with a reason', async (_, file, text) => {
    const { posted } = await open()
    if (file().name === 'broken.png') size = { width: 0, height: 0 }
    if (file().name === 'wide.png') size = { width: 30_000, height: 30_000 }
    await choose(file())
    await screen.findByText(text)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(posted(PICTURE)).toEqual([])
  })

  it.each([
    ['a GIF', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ['an older GIF', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ])('SET-05 takes %s, which is sent as WebP like any other', async (_, bytes) => {
    const { posted } = await open({ [PICTURE]: () => json({ picture: 'p1' }) })
    await choose(new File([new Uint8Array([...bytes, 1, 0, 1, 0])], 'me.gif', { type: 'image/gif' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Übernehmen' }))
    await screen.findByText('Ihr Bild ist gespeichert.')
    expect(posted(PICTURE)[0]?.files?.get(PICTURE_FIELD)).toMatchObject({ type: 'image/webp' })
  })

  it('SET-05 keeps the detail chosen when it cannot be sent', async () => {
    await open({ [PICTURE]: () => refusal('picture_invalid') })
    await choose(png())
    await userEvent.click(await screen.findByRole('button', { name: 'Übernehmen' }))
    await screen.findByText(/kein Bild, das wir lesen/)
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  it('SET-05 removes it', async () => {
    const { posted } = await open({
      [USER]: () => json({ ...wagner, picture: 'p1' }),
      [PICTURE]: () => new Response('webp'),
      '/api/auth/user/picture/remove/': () => json({}),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Bild entfernen' }))
    await screen.findByText('Ihr Bild ist entfernt.')
    expect(posted('/api/auth/user/picture/remove/')).toHaveLength(1)
    expect(document.querySelector('img')).toBeNull()
  })
})
