import { commands } from './commands.ts'
import { firmware } from './firmware.ts'
import { forecasts } from './forecasts.ts'
import type { Message } from './message.ts'
import { telemetry } from './telemetry.ts'

/** Every message over MQTT, and every JSON body of the update service. */
export const messages = { ...telemetry, ...commands, ...forecasts, ...firmware } satisfies Record<
  string,
  Message
>
export type MessageName = keyof typeof messages
