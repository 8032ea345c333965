import { defined } from '../defined.ts'
import { describe } from '../describe.ts'
import { ToolUsageError } from '../errors.ts'

export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** A line for the log of the client. */
export interface LogEffect {
  readonly type: 'log'
  readonly level: LogLevel
  readonly message: string
}

/** How far the run has come. */
export interface NotifyEffect {
  readonly type: 'notify'
  readonly message: string
  /** A finite number, higher than every one that was sent before (R8). */
  readonly progress?: number
  /** The number at which the progress is complete, where it is known. */
  readonly total?: number
}

/** Returns the record of a line for the log. Throws a `ToolUsageError` for a level that there is not, and for what is not a text. */
export function toLog(where: string, level: LogLevel, message: string): LogEffect {
  if (!LOG_LEVELS.includes(level))
    throw new ToolUsageError(`${where} takes ${LOG_LEVELS.join(', ')}, not ${describe(level)}`)
  refuseMessage(where, message)
  return { type: 'log', level, message }
}

function refuseMessage(where: string, message: unknown): void {
  if (typeof message !== 'string')
    throw new ToolUsageError(`${where} takes a text as its message, not ${describe(message)}`)
}

/** Returns the record of a progress report. Throws a `ToolUsageError` for what is not a text or not a finite number. */
export function toNotify(where: string, message: string, progress?: number, total?: number): NotifyEffect {
  refuseMessage(where, message)
  for (const [name, value] of Object.entries({ progress, total })) {
    if (value !== undefined && !Number.isFinite(value))
      throw new ToolUsageError(`${where} takes a finite number as ${name}, not ${describe(value)}`)
  }
  return {
    type: 'notify',
    message,
    ...defined({ progress, total }),
  }
}
