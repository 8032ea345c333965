/** The part of the app that the address of the page names. */
export type Place =
  | { type: 'chat'; sessionId: string | undefined }
  | DebatePlace
  | { type: 'inbox' }
  | { type: 'settings' }
  | { type: 'unknown' }

export type DebatePlace = { type: 'debates' } | { type: 'new-debate' } | { type: 'debate'; sessionId: string }

export function toPlace(path: string): Place {
  if (path === '/') return { type: 'chat', sessionId: undefined }
  const [, section, name] = /^\/(c|debates|inbox|settings)(?:\/([^/]+))?\/?$/.exec(path) ?? []
  const sessionId = decode(name)
  if (name === undefined) {
    const isPlace = section === 'inbox' || section === 'debates' || section === 'settings'
    return isPlace ? { type: section } : { type: 'unknown' }
  }
  if (sessionId === undefined || section === 'inbox' || section === 'settings') return { type: 'unknown' }
  if (section === 'c') return { type: 'chat', sessionId }
  return name === 'new' ? { type: 'new-debate' } : { type: 'debate', sessionId }
}

/** Whether the place is one of the debates. */
export const isDebates = (place: Place): place is DebatePlace =>
  place.type === 'debates' || place.type === 'new-debate' || place.type === 'debate'

export const toChatPath = (sessionId: string | undefined): string =>
  sessionId === undefined ? '/' : `/c/${encodeURIComponent(sessionId)}`

/** Returns the id of a message's element, by which an address names the message. */
export const toMessageElementId = (messageId: string): string => `message-${encodeURIComponent(messageId)}`

export const toMessagePath = (sessionId: string, messageId: string): string =>
  `${toChatPath(sessionId)}#${toMessageElementId(messageId)}`

export const INBOX = '/inbox'

export const SETTINGS = '/settings'

/** Returns the address of the settings, at the key of a provider. */
export const toKeyPath = (provider: string): string => `${SETTINGS}#${encodeURIComponent(provider)}`

export const DEBATES = '/debates'

export const toDebatePath = (sessionId: string): string => `${DEBATES}/${encodeURIComponent(sessionId)}`

/** Returns the address of the form for a debate, with the topic if it is given. */
export const toNewDebatePath = (topic?: string): string =>
  topic === undefined ? `${DEBATES}/new` : `${DEBATES}/new?${new URLSearchParams({ topic })}`

/** Returns `undefined` if it is no encoded text. */
export function decode(name: string | undefined): string | undefined {
  try {
    return name && decodeURIComponent(name)
  } catch {
    return undefined
  }
}
