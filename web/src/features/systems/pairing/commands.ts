/** The three lines that put a gateway into operation, on a machine with Node.js. */
export const commandsFor = (portal: string, code: string): readonly string[] => [
  `curl -fO ${portal}/gateway.mjs`,
  `node gateway.mjs setup --portal ${portal} --code ${code}`,
  'node gateway.mjs',
]
