/** The part of the app that the address of the page names. */
export type Place =
  | { type: 'chat'; sessionId: string | undefined }
  | { type: 'debates' }
  | { type: 'new-debate' }
  | { type: 'debate'; sessionId: string }
  | { type: 'inbox' }

export function toPlace(path: string): Place {
  const [, section, name] = /^\/(c|debates)(?:\/([^/]+))?\/?$/.exec(path) ?? []
  const sessionId = decode(name)
  if (/^\/inbox\/?$/.test(path)) return { type: 'inbox' }
  if (section !== 'debates') return { type: 'chat', sessionId }
  if (name === 'new') return { type: 'new-debate' }
  return sessionId === undefined ? { type: 'debates' } : { type: 'debate', sessionId }
}

export const toChatPath = (sessionId: string | undefined): string =>
  sessionId === undefined ? '/' : `/c/${encodeURIComponent(sessionId)}`

export const INBOX = '/inbox'

export const DEBATES = '/debates'

export const toDebatePath = (sessionId: string): string => `${DEBATES}/${encodeURIComponent(sessionId)}`

/** Returns the address of the form for a debate, with the topic if it is given. */
export const toNewDebatePath = (topic?: string): string =>
  topic === undefined ? `${DEBATES}/new` : `${DEBATES}/new?${new URLSearchParams({ topic })}`

function decode(name: string | undefined): string | undefined {
  try {
    return name && decodeURIComponent(name)
  } catch {
    return undefined
  }
}
