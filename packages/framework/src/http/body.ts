import { parseJson } from '../tools/parse-json.ts'
import { HttpError } from './http-error.ts'

/** Returns the JSON of a request's body, or `undefined` when the body is empty. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const text = await readText(request, limit)
  if (text === '') return undefined
  try {
    return parseJson(text, 'the body')
  } catch (error) {
    throw new HttpError(400, 'bad_json', (error as Error).message)
  }
}

/** Returns the text of a request's body; no more than `limit` bytes of it are held. */
export async function readText(request: Request, limit: number): Promise<string> {
  const length = request.headers.get('content-length')
  if (Number(length) > limit) throw tooLarge(limit)
  try {
    // A server holds a body to its content-length, unless middleware has inflated and parsed it before.
    const text = await (length === null ? readChunks(request, limit) : request.text())
    if (text === undefined || text.length > limit) throw tooLarge(limit)
    return text
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError(400, 'body_incomplete', 'the body broke off before its end; send it again')
  }
}

/** Returns `undefined` for a body of more than `limit` bytes, whose rest is not read. */
export async function readChunks({ body }: Pick<Request, 'body'>, limit: number): Promise<string | undefined> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  // Leaving the loop cancels the body.
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The unread rest of the body would be taken for the next request on the connection, so the connection closes. */
const tooLarge = (limit: number): HttpError =>
  new HttpError(413, 'body_too_large', `a request has at most ${limit} bytes; send less`, { connection: 'close' })
