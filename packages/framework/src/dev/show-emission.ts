import type { LogEffect, NotifyEffect } from '../tools/effects/emit.ts'
import type { RunEvent } from './run-event.ts'

/** What a tool says without waiting, as the page shows it. */
export const showEmission = (effect: LogEffect | NotifyEffect): Extract<RunEvent, { type: 'emission' }> => ({
  type: 'emission',
  kind: effect.type,
  message: effect.message,
  ...(effect.type === 'log' && { level: effect.level }),
  ...(effect.type === 'notify' && effect.progress !== undefined && { progress: effect.progress }),
})
