import type { JsonError } from '../../tools/errors.ts'
import { parseJson } from '../../tools/parse-json.ts'
import { HttpError } from './http-error.ts'

/** The JSON of a request's body; nothing when it is empty. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const text = await readText(request, limit)
  if (text === '') return undefined
  try {
    return parseJson(text, 'the body')
  } catch (error) {
    throw new HttpError(400, 'bad_json', (error as JsonError).message)
  }
}

async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length')
  if (Number(announced) > limit) throw tooLarge(limit)
  try {
    // A server holds a body to the length that was announced.
    return await (announced === null ? readChunks(request, limit) : request.text())
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError(400, 'body_incomplete', 'the body broke off before its end')
  }
}

/** Of a body whose length nobody knows: no more of it is held than the limit. */
async function readChunks({ body }: Request, limit: number): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  // Leaving the loop cancels the body.
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** What is left of the body is in the way of whatever comes next on its connection. */
const tooLarge = (limit: number): HttpError =>
  new HttpError(413, 'body_too_large', `a request has at most ${limit} bytes; send less`, { connection: 'close' })
