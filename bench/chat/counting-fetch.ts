/** A `fetch` that counts the bytes of all bodies that come and go. */
export function createCountingFetch(): { fetch: typeof fetch; readonly bytes: number } {
  let bytes = 0
  return {
    async fetch(input, init) {
      bytes += Buffer.byteLength(String(init?.body ?? ''))
      const response = await fetch(input, init)
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          controller.enqueue(chunk)
        },
      })
      return new Response(response.body?.pipeThrough(counter), response)
    },
    get bytes() {
      return bytes
    },
  }
}
