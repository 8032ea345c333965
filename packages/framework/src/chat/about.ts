import type { ChatState } from './state.ts'

/** What the list of sessions shows of a session. It is stored with the session, so that a list reads no logs. */
type ChatAbout = {
  title: string
  pinned?: true
  archived?: true
  /** The number of open questions and approvals of its owner. Absent if there are none. */
  waiting?: number
}

export function toAbout({ title, pinned, archived, pendingElicits, pendingApprovals }: ChatState): ChatAbout {
  const asked = [...Object.values(pendingElicits), ...Object.values(pendingApprovals)]
  const waiting = asked.filter(({ status }) => status === 'pending').length
  return { title, ...(pinned && { pinned }), ...(archived && { archived }), ...(waiting > 0 && { waiting }) }
}
