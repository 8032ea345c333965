import type { ChatClientOptions } from '../chat/client/conversations.ts'
import { UnreachableError } from '../log/client/client-errors.ts'

/** Milliseconds for one attachment. */
const TIMEOUT = 45_000

/** Bytes that are converted at once: more would be too many arguments. */
const CHUNK = 32_768

/** Resolves to the data of an attachment as base64, or to `undefined` if the server has none. */
export async function fetchAttachment(
  { baseUrl = '', headers = {}, fetch = globalThis.fetch }: Pick<ChatClientOptions, 'baseUrl' | 'headers' | 'fetch'>,
  chatId: string,
  digest: string,
): Promise<string | undefined> {
  const url = `${baseUrl.replace(/\/+$/, '')}/api/chat/sessions/${encodeURIComponent(chatId)}/attachments/${digest}`
  const sent = typeof headers === 'function' ? await headers() : headers
  const response = await fetch(url, { headers: sent, signal: AbortSignal.timeout(TIMEOUT) })
  if (response.status === 404) return undefined
  if (!response.ok) throw new UnreachableError(`the server answered with status ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}
