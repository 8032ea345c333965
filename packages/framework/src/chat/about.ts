import { isObject } from '../tools/json.ts'
import { countAsked } from './asked.ts'
import type { ChatState } from './state.ts'

/** What the list of sessions shows of a session. It is stored with the session, so that a list reads no logs. */
type ChatAbout = {
  title: string
  pinned?: true
  archived?: true
  /** The number of open questions and approvals of its owner. Absent if there are none. */
  waiting?: number
}

export function toAbout({ title, pinned, archived, ...state }: ChatState): ChatAbout {
  const waiting = countAsked(state)
  return { title, ...(pinned && { pinned }), ...(archived && { archived }), ...(waiting > 0 && { waiting }) }
}

/** Reads what a stored session shows in lists. */
export function readAbout(about: unknown): ChatAbout {
  const { title, pinned, archived, waiting } = isObject(about) ? about : {}
  return {
    title: typeof title === 'string' ? title : '',
    ...(pinned === true && { pinned }),
    ...(archived === true && { archived }),
    ...(typeof waiting === 'number' && { waiting }),
  }
}
