import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { asWagner } from '../../../../test/identity/account.tsx'
import { serve } from '../../../../test/wire.ts'
import { ExportButton } from './ExportButton.tsx'

function open(body: ReadableStream<Uint8Array>) {
  serve({ '/api/auth/export/': () => new Response(body) })
  render(<ExportButton />)
}

describe('the export', () => {
  asWagner()

  it('SET-06 says how far it is, and hands the file to the browser', async () => {
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download)
    })
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    open(readable)
    await userEvent.click(screen.getByRole('button', { name: 'Alles herunterladen' }))
    const writer = writable.getWriter()
    void writer.write(new Uint8Array(2_500_000))
    await screen.findByText(/2,5\s?MB …/)
    await writer.close()
    await waitFor(() =>
      expect(clicked).toEqual([expect.stringMatching(/^kellersonne-\d{4}-\d\d-\d\d\.zip$/)]),
    )
    await screen.findByRole('button', { name: 'Alles herunterladen' })
  })

  it('SET-06 says why it failed, also where it broke off', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    open(readable)
    await userEvent.click(screen.getByRole('button', { name: 'Alles herunterladen' }))
    await writable.abort(new TypeError('cut'))
    await screen.findByText(/konnten nicht heruntergeladen werden\. Keine Verbindung zum Server/)
  })
})
