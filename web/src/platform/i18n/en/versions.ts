/** What the parts of a unit that have a version are called, and how it changes. */
export const versions = {
  chip: {
    bms: 'Battery management',
    inverter: 'Inverter',
    gateway: 'Communication',
  },
  of: '{{chip}} {{version}}',
  change: '{{chip}} {{from}} → {{to}}',
  changeUnknown: '{{chip}} → {{to}}',
  installed: '{{changes}} installed.',
  notInstalled: '{{changes}} not installed.',
}
