/** Names of a unit's versioned components, and how a version changes. */
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
