interface Part {
  type: string
  output?: unknown
}

/**
 * A model of the AI SDK that calls the tool, and then says what the tool returned. It is written by hand, so that the same
 * file runs with every version of the SDK; a real one comes from a package, such as `anthropic('claude-sonnet-4-5')`.
 */
export function createModel() {
  /** What the tool returned, if it was called already. */
  const findResult = (prompt: readonly { role: string; content: string | readonly Part[] }[]): string | undefined => {
    const parts = prompt.flatMap(({ role, content }) => (role === 'tool' && typeof content !== 'string' ? content : []))
    const output = parts.find(({ type }) => type === 'tool-result')?.output as { value?: unknown } | undefined
    return output && (typeof output.value === 'string' ? output.value : JSON.stringify(output.value))
  }
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
  const call = () => ({
    type: 'tool-call' as const,
    toolCallId: crypto.randomUUID(),
    toolName: 'book_flight',
    input: '{"from":"Rome","to":"Oslo"}',
  })
  return {
    specificationVersion: 'v2' as const,
    provider: 'example',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate({ prompt }: { prompt: Parameters<typeof findResult>[0] }) {
      const text = findResult(prompt)
      const content = text === undefined ? [call()] : [{ type: 'text' as const, text }]
      const finishReason = text === undefined ? ('tool-calls' as const) : ('stop' as const)
      return { content, finishReason, usage, warnings: [] }
    },
    async doStream({ prompt }: { prompt: Parameters<typeof findResult>[0] }) {
      const text = findResult(prompt)
      const said = [
        { type: 'text-start' as const, id: '1' },
        { type: 'text-delta' as const, id: '1', delta: text ?? '' },
        { type: 'text-end' as const, id: '1' },
      ]
      const finishReason = text === undefined ? ('tool-calls' as const) : ('stop' as const)
      const parts = [
        { type: 'stream-start' as const, warnings: [] },
        ...(text === undefined ? [call()] : said),
        { type: 'finish' as const, finishReason, usage },
      ]
      const stream = new ReadableStream<(typeof parts)[number]>({
        start(controller) {
          for (const part of parts) controller.enqueue(part)
          controller.close()
        },
      })
      return { stream }
    },
  }
}
