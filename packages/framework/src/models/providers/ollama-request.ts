import { APICallError } from '@ai-sdk/provider'

/** A `fetch` with an abort signal; it rejects with the server's message if the status is an error. */
export async function requestOllama(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  abortSignal: AbortSignal | undefined,
): Promise<Response> {
  const signals = [init?.signal, abortSignal].filter((signal) => signal != null)
  const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
  if (response.ok) return withWholeLines(response)
  const body = await response.text()
  throw new APICallError({
    message: messageIn(body) ?? response.statusText,
    url: String(input),
    requestBodyValues: init?.body,
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: body,
  })
}

function messageIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown }
    return typeof error === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

/** Fails on a line that is not JSON: the package would skip it and return an incomplete reply. */
function withWholeLines(response: Response): Response {
  const { body, headers } = response
  if (body === null || !headers.get('content-type')?.includes('ndjson')) return response
  let rest = ''
  const checked = new TransformStream<string, string>({
    transform(chunk, controller) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) if (line.trim() !== '') JSON.parse(line)
      controller.enqueue(chunk)
    },
    flush() {
      if (rest.trim() !== '') JSON.parse(rest)
    },
  })
  const lines = body.pipeThrough(new TextDecoderStream()).pipeThrough(checked).pipeThrough(new TextEncoderStream())
  return new Response(lines, response)
}
