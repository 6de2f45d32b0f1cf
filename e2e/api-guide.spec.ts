import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { column, valuesOf } from '@kellersonne/contract/energy/charts'
import { problem } from '@kellersonne/contract/shared/errors'
import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { owner, test } from './product/product.ts'

const chart = z.object({ series: z.object({ m4: z.object({ values: column }) }) })

/** Runs lines in bash as somebody who types them does, who is asked for address and password. */
async function typed(lines: readonly string[], cwd: string) {
  const shell = spawn('bash', ['-e', '-c', lines.join('\n')], { cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  shell.stdin.end(`${owner.email}\n${owner.password}\n`)
  const [output, complaints, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'exit'),
  ])
  expect(code, `${output}\n${complaints}`).toBe(0)
  return output
}

test('API-15 the page’s first ten minutes work line by line', async ({ page, product }) => {
  await page.goto('/api/docs')
  const lines = await page.locator('pre.guide').allTextContents()
  expect(lines).toHaveLength(11)
  const folder = await mkdtemp(join(tmpdir(), 'ks-guide-'))
  try {
    const output = await typed(lines, folder)
    for (const word of ['"grid_power":', 'data: [', 'running', 'cancelled', 'input_invalid', 'new_update'])
      expect(output).toContain(word)
    const read = async (file: string): Promise<unknown> =>
      JSON.parse(await readFile(join(folder, file), 'utf8'))
    expect(await read('pv.json')).toEqual(valuesOf(chart.parse(await read('chart.json')).series.m4.values))
    expect(problem.parse(await read('problem.json'))).toMatchObject({ errors: { interval: 'unknown' } })
    expect((await readdir(folder)).sort()).toEqual(['chart.json', 'export.zip', 'problem.json', 'pv.json'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  expect(lines.join('\n')).toContain(`PORTAL=${product.url}\nUPDATES=${product.updatesUrl}\n`)
})

test('API-15 SHL-12 the page fits a phone and a desk, and links lead into it', async ({ page }) => {
  for (const width of [360, 390, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/api/docs')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.getByRole('navigation').getByText('Energy', { exact: true }).click()
  await page.getByRole('link', { name: 'getGraph', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'getGraph', exact: true })).toBeInViewport()
})
