import { isTextFile } from '../chat/user-content.ts'
import { keptOf } from '../tools/attachment.ts'
import type { AudioBlock, FileBlock, ImageBlock, TextBlock } from '../tools/message.ts'
import type { AcpUpdate } from './protocol.ts'

/** A block as the chat has it: its data may be kept beside the log. */
export type ToldBlock = TextBlock | ImageBlock | AudioBlock | FileBlock

/** An update with blocks as the chat has them: one of a message, or those of a result. */
export interface Telling extends AcpUpdate {
  content?: ToldBlock | { type: 'content'; content: ToldBlock }[]
}

/** Reads data that is kept beside the log, by its digest. */
export type ReadKept = (digest: string) => Promise<string | undefined>

/** Returns an update with blocks as the protocol has them. */
export async function toUpdate({ content, ...update }: Telling, read: ReadKept): Promise<AcpUpdate> {
  if (content === undefined) return update
  if (!Array.isArray(content)) return { ...update, content: await toBlock(content, read) }
  const blocks = content.map(async (item) => ({ ...item, content: await toBlock(item.content, read) }))
  return { ...update, content: await Promise.all(blocks) }
}

/** Bytes of data that an editor is sent. A conversation may have hundreds of megabytes beside its log. */
const MAX_SHOWN = 5_000_000

/** The protocol has no files: one is a resource that is embedded. */
async function toBlock(block: ToldBlock, read: ReadKept): Promise<object> {
  if (block.type === 'text') return { type: 'text', text: block.text }
  const { type, mimeType } = block
  const kept = keptOf(block)
  const isLarge = kept !== undefined && kept.size > MAX_SHOWN
  const data = kept === undefined ? block.data : isLarge ? undefined : await read(kept.digest)
  if (data === undefined) {
    const why = isLarge ? 'is too large to be shown here' : 'is not there any more'
    return { type: 'text', text: `(${mimeType} of ${kept!.size} bytes, which ${why})` }
  }
  if (block.type !== 'file') return { type, data, mimeType }
  const uri = `attachment:${encodeURIComponent(block.name ?? 'file')}`
  const inner = isTextFile(block) ? { text: Buffer.from(data, 'base64').toString() } : { blob: data }
  return { type: 'resource', resource: { uri, mimeType, ...inner } }
}
