import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { startPreferences } from '../../../platform/preferences.ts'
import { stored } from '../../../platform/stored.ts'
import { AppearanceMenu } from './AppearanceMenu.tsx'

async function openPanel() {
  await startPreferences()
  render(<AppearanceMenu />)
  await userEvent.click(screen.getByRole('button', { name: 'Seitenleiste anpassen …', hidden: true }))
  return within(await screen.findByRole('dialog', { name: 'Darstellung anpassen' }))
}

describe('the settings panel', () => {
  beforeEach(() => {
    HTMLElement.prototype.hidePopover ??= () => {}
  })

  it('SHL-05 has light or dark, the mini sidebar and both colours, `primary` as they come', async () => {
    const panel = await openPanel()
    expect(panel.getByRole('switch', { name: 'Dunkles Design', checked: true })).toBeTruthy()
    expect(panel.getByRole('switch', { name: 'Schmale Seitenleiste', checked: false })).toBeTruthy()
    for (const name of ['Hintergrund der Seitenleiste', 'Farbe des Titels'])
      expect(
        within(panel.getByRole('group', { name })).getByRole('radio', { name: 'Standard', checked: true }),
      ).toBeTruthy()
  })

  it('SHL-05 keeps what is chosen', async () => {
    const panel = await openPanel()
    await userEvent.click(panel.getByRole('radio', { name: 'Moos' }))
    await userEvent.click(panel.getByRole('radio', { name: 'Bernstein' }))
    await userEvent.click(panel.getByRole('switch', { name: 'Schmale Seitenleiste' }))
    expect(stored.sidebar.get()).toEqual({ mini: true, ground: 'moss', title: 'amber' })
    await userEvent.click(panel.getByRole('button', { name: 'Schließen' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
