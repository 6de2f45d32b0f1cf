import { readdir } from 'node:fs/promises'
import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import { isEndpoint } from '../src/app/description/endpoints.ts'

const CONTRACT = new URL('../../contract/src/', import.meta.url)

/** Resolves to every endpoint of the contract. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(CONTRACT, { recursive: true })).filter((name) =>
    /^(?!.*\/test\/).*(?<!\.test)\.ts$/.test(name),
  )
  const modules = await Promise.all(files.map((name) => import(new URL(name, CONTRACT).href)))
  const endpoints = modules.flatMap((module) => Object.values<unknown>(module)).filter(isEndpoint)
  if (endpoints.length === 0) throw new Error(`no endpoint found in ${CONTRACT.pathname}`)
  return endpoints
}
