import { rm } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { openProduct, TEMPLATE } from './started.ts'

const PATIENCE = { timeout: 120_000, intervals: [100] }

/**
 * Starts the product once, as a first start, until its units have delivered their readings of the past days. Every
 * test's product starts with a copy of its data.
 */
export default async function prepare() {
  const product = await openProduct('template')
  await expect.poll(product.panel.held, PATIENCE).toBe(0)
  await product.stop()
  process.env[TEMPLATE] = product.folder
  return () => rm(product.folder, { recursive: true, force: true })
}
