import { registrationCode } from '@kellersonne/core/systems/keys'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hidePage, openCamera, stubCamera } from '../../../../test/camera.ts'
import { asWagner } from '../../../../test/identity/account.tsx'
import { key, show } from '../../../../test/identity/register.ts'
import { add, nth, server } from '../../../../test/identity/serials.ts'
import { serve } from '../../../../test/wire.ts'
import { SerialNumbers } from '../SerialNumbers.tsx'

const CODE = registrationCode(new Uint8Array([1, 12, 3, 14, 5, 16, 7, 18, 9, 20, 11, 22]))
const PRINTED = String(CODE).replace(/(.{4})(.{4})/, '$1-$2-')
const FOREIGN = 'Das ist kein Code eines Speichers.'

const opened = async () => {
  await openCamera()
  return screen.findByRole('dialog', { name: 'Code mit der Kamera lesen' })
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the camera for the code on the sticker', () => {
  asWagner()
  beforeEach(() => void server())

  it('AUT-19 is offered only where the browser has one', async () => {
    render(<SerialNumbers />)
    expect(screen.queryByRole('button', { name: /Kamera/ })).toBeNull()
  })

  it('AUT-19 asks for the camera only once pressed', async () => {
    const { getUserMedia } = stubCamera()
    render(<SerialNumbers />)
    expect(getUserMedia).not.toHaveBeenCalled()
    await opened()
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledOnce())
    expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ audio: false })
  })

  it.each([
    ['NotAllowedError', /nicht erlaubt/],
    ['NotFoundError', /keine Kamera gefunden/],
    ['NotReadableError', /anderen Programm/],
  ])('AUT-19 says what is wrong: %s', async (name, text) => {
    const { getUserMedia } = stubCamera()
    getUserMedia.mockRejectedValue(new DOMException('', name))
    render(<SerialNumbers />)
    await opened()
    expect((await screen.findByText(text)).closest('[role=alert]')).not.toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Abbrechen' }))
    await closed()
  })

  it.each([
    [` ${CODE} `, PRINTED],
    ['1001', '1001'],
  ])('AUT-19 enters %s as %s, returns to the field and says so', async (text, entered) => {
    const { posts } = server()
    const { camera, stop } = stubCamera()
    render(<SerialNumbers />)
    await opened()
    camera.texts = [text]
    await closed()
    expect(nth(1)).toHaveProperty('value', entered)
    expect(document.activeElement).toBe(nth(1))
    expect(screen.getByText(`Gelesen: ${entered}`).getAttribute('role')).toBe('status')
    expect(stop).toHaveBeenCalled()
    await add()
    expect(posts()[0]?.form.getAll('sn')).toEqual([entered])
  })

  it('AUT-19 replaces what a field of the registration contained', async () => {
    const { camera } = stubCamera()
    serve({})
    show()
    await userEvent.type(key(1), 'ks')
    await userEvent.tab()
    await screen.findByText(/Das Format der Seriennummer ist falsch/)
    await opened()
    camera.texts = [String(CODE)]
    await closed()
    expect(key(1)).toHaveProperty('value', PRINTED)
    expect(screen.queryByText(/Das Format der Seriennummer ist falsch/)).toBeNull()
  })

  it('AUT-19 rejects any other code, follows none, and goes on reading', async () => {
    const { camera, stop } = stubCamera()
    render(<SerialNumbers />)
    await opened()
    const before = location.href
    camera.texts = ['https://example.org/1001']
    await screen.findByText(FOREIGN)
    expect([nth(1), location.href]).toMatchObject([{ value: '' }, before])
    expect(stop).not.toHaveBeenCalled()
    camera.texts = ['ABCD-EFGH-J12KA', '1002']
    await closed()
    expect(nth(1)).toHaveProperty('value', '1002')
  })

  it('AUT-19 reads a frame five times a second, of 640 pixels at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { camera } = stubCamera()
    render(<SerialNumbers />)
    await act(async () => screen.getByRole('button', { name: /Kamera/ }).click())
    await waitFor(() => expect(camera.detect).toHaveBeenCalledOnce())
    expect(camera.detect.mock.calls[0]?.[0]).toMatchObject({ width: 640, height: 360 })
    await act(() => vi.advanceTimersByTimeAsync(199))
    expect(camera.detect).toHaveBeenCalledTimes(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(camera.detect).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['closed', () => userEvent.click(screen.getByRole('button', { name: 'Abbrechen' }))],
    ['on a hidden page', async () => hidePage()],
  ])('AUT-19 stops the camera once %s, and reads no more', async (_, end) => {
    const { camera, stop } = stubCamera()
    render(<SerialNumbers />)
    await opened()
    await waitFor(() => expect(camera.detect).toHaveBeenCalled())
    await end()
    await closed()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('AUT-19 stops the camera with its page', async () => {
    const { camera, stop } = stubCamera()
    const { unmount } = render(<SerialNumbers />)
    await opened()
    await waitFor(() => expect(camera.detect).toHaveBeenCalled())
    unmount()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('AUT-19 stops a camera that is allowed only after the dialog has been closed', async () => {
    const { getUserMedia, stop, stream } = stubCamera()
    const answer = Promise.withResolvers<object>()
    getUserMedia.mockReturnValue(answer.promise)
    render(<SerialNumbers />)
    await opened()
    await screen.findByText('Bitte erlauben Sie den Zugriff auf die Kamera.')
    await userEvent.click(screen.getByRole('button', { name: 'Abbrechen' }))
    await closed()
    answer.resolve(stream)
    await waitFor(() => expect(stop).toHaveBeenCalledOnce())
  })

  it('AUT-19 says that a camera has been unplugged', async () => {
    const { camera, stop, track } = stubCamera()
    render(<SerialNumbers />)
    await opened()
    await waitFor(() => expect(camera.detect).toHaveBeenCalled())
    act(() => void track.dispatchEvent(new Event('ended')))
    await screen.findByText(/Die Kamera liefert kein Bild/)
    expect(stop).toHaveBeenCalledOnce()
  })
})
