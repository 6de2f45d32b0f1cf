import { request } from 'node:http'
import { owner } from './product.ts'

/** Signs the owner in without a browser, from another address of this machine; resolves to the status. */
export function signInFrom(localAddress: string, url: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url)
  const body = new URLSearchParams({ ...owner, stay_logged_in: 'false' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
  const options = { hostname, port, localAddress, method: 'POST', path: '/api/auth/token/', headers }
  return new Promise((resolve, reject) => {
    request(options, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(body)
  })
}
