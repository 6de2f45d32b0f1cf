import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isUnsaved, markUnsaved, trackSaving, watchForms, whenSaved } from './unsaved.ts'

beforeAll(watchForms)
beforeEach(() => {
  document.body.innerHTML = `
    <form><input name="phone" value="+49301" /><input type="checkbox" name="stay" /></form>
    <input name="date" /><dialog><p>?</p></dialog>`
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
})

const control = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name=${name}]`)
  if (!found) throw new Error(name)
  return found
}
const submit = () => document.querySelector('form')?.requestSubmit()

describe('what a reload would lose', () => {
  it('SHL-06 is what was typed into a form, until it is as it was or gone', async () => {
    await userEvent.click(control('phone'))
    expect(isUnsaved()).toBe(false)
    await userEvent.type(control('phone'), '5')
    expect(isUnsaved()).toBe(true)
    await userEvent.type(control('phone'), '{Backspace}')
    expect(isUnsaved()).toBe(false)
    await userEvent.click(control('stay'))
    expect(isUnsaved()).toBe(true)
    document.body.replaceChildren()
    expect(isUnsaved()).toBe(false)
  })

  it('SHL-06 is not what is outside of forms: that is in the address', async () => {
    await userEvent.type(control('date'), '2026')
    expect(isUnsaved()).toBe(false)
  })

  it('SHL-06 is what a page without a form holds, until it lets go of it', () => {
    const [first, second] = [markUnsaved(), markUnsaved()]
    first()
    first()
    expect(isUnsaved()).toBe(true)
    second()
    expect(isUnsaved()).toBe(false)
  })

  it('SHL-06 is a question that is being asked', () => {
    document.querySelector('dialog')?.showModal()
    expect(isUnsaved()).toBe(true)
    document.querySelector('dialog')?.close()
    expect(isUnsaved()).toBe(false)
  })

  it('SHL-06 is a change on its way; what it was sent from is saved once it was taken', async () => {
    await userEvent.type(control('phone'), '5')
    submit()
    const answer = Promise.withResolvers<{ ok: boolean }>()
    const sent = trackSaving(answer.promise)
    expect(isUnsaved()).toBe(true)
    answer.resolve({ ok: true })
    await sent
    expect(isUnsaved()).toBe(false)
    await userEvent.type(control('phone'), '6')
    expect(isUnsaved()).toBe(true)
  })

  it('SHL-06 stays unsaved where it was refused, or something else was taken', async () => {
    await userEvent.type(control('phone'), '5')
    await trackSaving(Promise.resolve({ ok: true }))
    expect(isUnsaved()).toBe(true)
    submit()
    await trackSaving(Promise.resolve({ ok: false }))
    expect(isUnsaved()).toBe(true)
    await expect(trackSaving(Promise.reject(new TypeError('cut')))).rejects.toThrow('cut')
    expect(isUnsaved()).toBe(true)
    await userEvent.clear(control('phone'))
    await userEvent.type(control('phone'), '+49301')
    await whenSaved()
  })
})
