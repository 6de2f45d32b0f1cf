/** What the parts of a unit that have a version are called, and how it changes. */
export const versions = {
  chip: {
    bms: 'Batteriemanagement',
    inverter: 'Wechselrichter',
    gateway: 'Kommunikation',
  },
  of: '{{chip}} {{version}}',
  change: '{{chip}} {{from}} → {{to}}',
  changeUnknown: '{{chip}} → {{to}}',
  installed: '{{changes}} installiert.',
  notInstalled: '{{changes}} nicht installiert.',
}
