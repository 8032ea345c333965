import { type JsonError, parseJson } from '@sweatpants/framework'
import { z } from 'zod'
import { RoundtableError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import { findContradiction } from './find-contradiction.ts'
import { sessionSchema } from './session-schema.ts'
import { FORMAT } from './to-json.ts'

const exported = z.object({ format: z.literal(FORMAT), session: sessionSchema })

/** Problems that are told; the others come up when these are solved. */
const TOLD = 5

/** The session that `toJson` wrote. What is not one is refused with a `RoundtableError` that says what is wrong with it. */
export function fromJson(text: string): Session {
  const { success, data, error } = exported.safeParse(parse(text))
  if (!success) throw invalid(error.issues.slice(0, TOLD).map(({ path, message }) => `${path.join('.')}: ${message}`))
  const contradiction = findContradiction(data.session)
  if (contradiction !== undefined) throw invalid([contradiction])
  return data.session
}

function parse(text: string): unknown {
  try {
    return parseJson(text, 'it')
  } catch (error) {
    throw invalid([(error as JsonError).message], error)
  }
}

const invalid = (problems: readonly string[], cause?: unknown): RoundtableError =>
  new RoundtableError('invalid', `expected a debate that was exported as JSON; ${problems.join('; ')}`, { cause })
