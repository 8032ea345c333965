import { HttpError } from '@sweatpants/framework/chat'
import { fromJson } from '../export/from-json.ts'
import type { Session } from '../session/session.ts'

/** What no path names as a session: they lead elsewhere. */
const OTHER_PATHS = ['.', '..', 'import']

/** What is deeper is no debate, and overflows the stack of whoever writes it. */
const LEVELS = 200

/** A debate from elsewhere that can be kept here, and asked for by the id that it came with. */
export function readDebate(text: string): Session {
  const session = fromJson(text)
  const { id } = session
  // Half of a surrogate pair is in no address.
  if (!id.isWellFormed() || OTHER_PATHS.includes(id)) {
    throw invalid(`a debate with the id ${JSON.stringify(id)} would have no address here`)
  }
  if (isDeeper(session, LEVELS)) throw invalid(`a debate has at most ${LEVELS} levels of nesting`)
  return session
}

function isDeeper(value: unknown, levels: number): boolean {
  let parts = [value]
  for (let level = 0; level < levels && parts.length > 0; level++) {
    parts = parts.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []))
  }
  return parts.length > 0
}

const invalid = (message: string): HttpError => new HttpError(400, 'invalid', message)
