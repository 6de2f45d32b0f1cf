import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const urls = (env: NodeJS.ProcessEnv) => {
  const { PUBLIC_URL, UPDATES_URL, COOKIE_DOMAIN } = readConfig(env)
  return [PUBLIC_URL, UPDATES_URL, COOKIE_DOMAIN]
}

describe('the addresses of portal and update service', () => {
  it.each<[NodeJS.ProcessEnv, (string | undefined)[]]>([
    [{}, ['http://localhost:8080', 'http://localhost:8081', undefined]],
    [{ PORT: '80', UPDATES_PORT: '9' }, ['http://localhost:80', 'http://localhost:9', undefined]],
    [{ PUBLIC_URL: 'https://k.example' }, ['https://k.example', 'https://k.example:8081', undefined]],
    [
      { PUBLIC_URL: 'https://k.example', UPDATES_URL: 'https://u.k.example', COOKIE_DOMAIN: 'k.example' },
      ['https://k.example', 'https://u.k.example', 'k.example'],
    ],
  ])('HND-01 API-11 with %j are fit for one cookie', (env, expected) => {
    expect(urls(env)).toEqual(expected)
  })

  it.each([
    [{}, '127.0.0.1'],
    [{ HOST: '0.0.0.0' }, '0.0.0.0'],
    [{ DEMO: '0' }, '0.0.0.0'],
    [{ DATABASE_URL: 'postgres://a/b' }, '0.0.0.0'],
    [{ DATABASE_URL: 'postgres://a/b', DEMO: '1' }, '127.0.0.1'],
  ])('HND-01 F18 with %j the server listens at %s', (env, host) => {
    expect(readConfig(env).HOST).toBe(host)
  })

  it.each([
    [{ PUBLIC_URL: 'http://192.168.1.5:8080' }, /must be https, unless/],
    [
      { PUBLIC_URL: 'https://k.example', UPDATES_URL: 'http://k.example:8081' },
      /both be https, or both http/,
    ],
    [{ PUBLIC_URL: 'http://localhost:8080', UPDATES_URL: 'http://127.0.0.1:8081' }, /set COOKIE_DOMAIN/],
    [{ PUBLIC_URL: 'https://a.example', UPDATES_URL: 'https://b.example' }, /set COOKIE_DOMAIN/],
    [
      { PUBLIC_URL: 'https://a.example', UPDATES_URL: 'https://aexample', COOKIE_DOMAIN: 'a.example' },
      /must both lie in COOKIE_DOMAIN/,
    ],
    [
      { PUBLIC_URL: 'https://xa.example', UPDATES_URL: 'https://u.a.example', COOKIE_DOMAIN: 'a.example' },
      /must both lie in COOKIE_DOMAIN/,
    ],
    [{ COOKIE_DOMAIN: 'a.example' }, /COOKIE_DOMAIN is for https only/],
    [{ COOKIE_DOMAIN: 'example' }, /COOKIE_DOMAIN/],
    [{ ALLOWED_ORIGINS: 'https://a.example/path' }, /ALLOWED_ORIGINS/],
    [{ SECURITY_CONTACT: 'security@a.example' }, /SECURITY_CONTACT/],
    [{ SECURITY_CONTACT: 'http://a.example' }, /SECURITY_CONTACT/],
    [{ SECURITY_CONTACT: 'mailto:a@b.example\nPolicy: x' }, /SECURITY_CONTACT/],
  ])('API-11 with %j the server does not start', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })
})
