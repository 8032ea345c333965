import { createHash } from 'node:crypto'
import { keptMeta, keptOf } from '../../tools/attachment.ts'
import type { ContentBlock } from '../../tools/content.ts'
import type { CallToolResult } from '../core/outcome.ts'
import { HostedCallError } from './errors.ts'

/** Characters of base64 that a journal entry takes. */
const MAX_INLINE = 100_000

/** Keeps base64 text elsewhere, and resolves to its digest. */
export type Keep = (data: string) => Promise<string>

/** Large data that a call keeps in memory, where its run has no other place. */
export class HeldData {
  readonly #held = new Map<string, string>()

  readonly keep: Keep = async (data) => {
    const digest = createHash('sha256').update(data).digest('hex')
    this.#held.set(digest, data)
    return digest
  }

  /** Returns the result with its data. Throws if another process had it. */
  restore(server: string, tool: string, result: CallToolResult): CallToolResult {
    const restored = result.content.map((block) => {
      const kept = keptOf(block)
      if (kept === undefined) return block
      const data = this.#held.get(kept.digest)
      if (data === undefined) {
        const problem = `its result had ${kept.size} bytes, which were lost with the process that received them`
        throw new HostedCallError(server, tool, problem)
      }
      const { _meta, ...rest } = block
      return withData(rest as ContentBlock, data)
    })
    return { ...result, content: restored }
  }
}

/** Returns a result whose large images, sounds and binary resources are kept elsewhere. */
export async function setApart(result: CallToolResult, keep: Keep): Promise<CallToolResult> {
  const content = await Promise.all(
    result.content.map(async (block) => {
      const data = dataOf(block)
      if (data === undefined || data.length <= MAX_INLINE) return block
      const kept = { digest: await keep(data), size: Math.floor((data.length * 3) / 4) }
      return { ...withData(block, ''), ...keptMeta(kept) }
    }),
  )
  return { ...result, content }
}

function dataOf(block: ContentBlock): string | undefined {
  if (block.type === 'image' || block.type === 'audio') return block.data
  return block.type === 'resource' && 'blob' in block.resource ? block.resource.blob : undefined
}

function withData(block: ContentBlock, data: string): ContentBlock {
  if (block.type === 'image' || block.type === 'audio') return { ...block, data }
  if (block.type !== 'resource') return block
  const { uri, mimeType } = block.resource
  return { ...block, resource: { uri, ...(mimeType !== undefined && { mimeType }), blob: data } }
}
