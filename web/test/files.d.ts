/** All that tests here know of Node: its whole globals would shadow the browser's. */
declare module 'node:fs' {
  export function readFileSync(file: URL, encoding: 'utf8'): string
}
