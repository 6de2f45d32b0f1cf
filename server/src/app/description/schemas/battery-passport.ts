import {
  passport,
  passportFields,
  passportLink,
  passportNames,
  passportValue,
  signedPassport,
} from '@kellersonne/contract/energy/battery-passport'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

const names = passportNames
  .map((name) => `\`${name}\` (${passportFields[name].point}, ${passportFields[name].unit ?? 'no unit'})`)
  .join(', ')

/** Passports of batteries. */
export const batteryPassports: NamedSchemas = {
  SignedPassport: {
    schema: signedPassport,
    description:
      'A passport and its signature. The public keys are at `/.well-known/battery-passport-keys.json`, a JWK set.',
    fields: {
      passport: 'The passport.',
      jws: 'The same passport as the payload of a compact JWS, signed with Ed25519 (`EdDSA`); what it says counts.',
    },
  },
  BatteryPassport: {
    schema: passport,
    description:
      'What a portal knows of a battery that changes over its life: the data points 62 to 71 of the digital battery passport. Corrections by the owner change nothing in it. It is no battery passport under Regulation (EU) 2023/1542, which the maker issues.',
    fields: {
      schema: 'The version of this form.',
      issued_at: 'When it was made.',
      measured_since: 'The first day that was measured and is the owner’s to show; null if there is none.',
      measured_until: 'The last one: what is measured or estimated is of then.',
      serial_number: 'The serial number; null if the owner does not show it.',
      own_system:
        'Whether the owner has connected the system: then everything it reports is from software that the owner runs, and nobody else has checked it.',
      values: `All values, each by its name: ${names}.`,
    },
  },
  PassportValue: {
    schema: passportValue,
    description: 'One value of a passport.',
    fields: {
      name: 'Its name.',
      point: 'The number of its data point.',
      unit: 'Its unit; null for a count or a word.',
      value: 'The value; null if it is not known here and is the maker’s to add.',
      plus_minus: 'The true value is within so much nine times in ten; null if that is not known.',
      source:
        'Whether it was `estimated` from measurements, `measured`, or `reported` by the unit itself; null without a value.',
    },
  },
  PassportLink: {
    schema: passportLink,
    description: 'A link that shows a passport. Its token is not kept.',
    fields: {
      id: 'Its id.',
      created_at: 'When it was made.',
      expires_at: 'Until when it works.',
      with_serial: 'Whether it shows the serial number.',
    },
  },
}
