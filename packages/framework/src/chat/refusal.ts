import type { CommandErrorCode } from './command.ts'

/** The codes of refusals which only say that what a command is about has ended: someone else was faster. */
const LATE: readonly string[] = [
  'question_closed',
  'elicit_changed',
  'question_not_found',
  'approval_closed',
  'approval_changed',
  'call_not_found',
  'nothing_running',
] satisfies CommandErrorCode[]

/** The code of a refusal, in this process or over HTTP; empty for any other error. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return error instanceof Error && typeof code === 'string' ? code : ''
}

export const isLate = (error: unknown): boolean => LATE.includes(codeOf(error))

/** Returns 0, at which no record of a log is, for a command that came too late. Throws any other error. */
export function ifLate(error: unknown): number {
  if (isLate(error)) return 0
  throw error
}
