import { CommandError } from '../command-error.ts'
import { HttpError } from './http-error.ts'

/** The JSON of a request's body; nothing when it is empty. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const text = await readText(request, limit)
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'bad_json', 'the body is not JSON')
  }
}

async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length')
  if (Number(announced) > limit) throw tooLarge(limit)
  try {
    // A server holds a body to the length that was announced.
    return await (announced === null ? readChunks(request, limit) : request.text())
  } catch (error) {
    if (error instanceof CommandError) throw error
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

const tooLarge = (limit: number): CommandError =>
  new CommandError('body_too_large', `a request has at most ${limit} bytes; send less`)
