import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sidebarColours } from '../../platform/preferences.ts'

const css = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const themes = ['dark', 'light'] as const
type Theme = (typeof themes)[number]

/** The block of a theme's rule. */
function ruleOf(theme: Theme, text: string): string {
  const from = text.indexOf(`[data-color-scheme="${theme}"]`)
  return text.slice(from, text.indexOf('\n}', from))
}
const tokens = { dark: ruleOf('dark', css('tokens.css')), light: ruleOf('light', css('tokens.css')) }
const palette = {
  dark: ruleOf('dark', css('palette.css')),
  light: ruleOf('light', css('palette.css')),
}
const found = (pattern: string, text: string) =>
  new RegExp(`${pattern}[^#]*?(#[0-9a-f]{6})`).exec(text)?.[1] ?? ''
const token = (theme: Theme, name: string) => found(`--ks-${name}:`, tokens[theme])
const groundOf = (theme: Theme, colour: string) =>
  colour === 'primary' ? token(theme, 'bg') : found(`data-ground="${colour}"`, palette[theme])
const titleOf = (theme: Theme, colour: string) =>
  colour === 'primary' ? token(theme, 'text') : found(`data-title="${colour}"`, palette[theme])

type Rgb = readonly [number, number, number]
const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
const rgb = (hex: string): Rgb => [channel(hex, 1), channel(hex, 3), channel(hex, 5)]
const mixed = (over: Rgb, under: Rgb, share: number): Rgb => {
  const [r, g, b] = under
  const mix = (a: number, b: number) => a * share + b * (1 - share)
  return [mix(over[0], r), mix(over[1], g), mix(over[2], b)]
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(themes)('the palette, %s', (theme) => {
  it.each(sidebarColours.ground)('SHL-05 SHL-11 on %s everything can be read', (colour) => {
    const ground = rgb(groundOf(theme, colour))
    const raised =
      colour === 'primary' ? rgb(token(theme, 'raised')) : mixed(rgb(token(theme, 'text')), ground, 0.09)
    for (const title of sidebarColours.title)
      expect(contrast(rgb(titleOf(theme, title)), ground), title).toBeGreaterThanOrEqual(4.5)
    for (const under of [ground, raised]) {
      for (const name of ['text', 'text2'])
        expect(contrast(rgb(token(theme, name)), under), name).toBeGreaterThanOrEqual(4.5)
      for (const name of ['accent-line', 'focus'])
        expect(contrast(rgb(token(theme, name)), under), name).toBeGreaterThanOrEqual(3)
    }
  })
})
