import type { FileBlock, ImageBlock, McpBlock, McpMessage, TextBlock, ToolResultBlock } from '../tools/message.ts'
import { toBlocks } from '../tools/message.ts'
import { DocumentError, ModelError } from './errors.ts'
import type { Traits } from './provider.ts'
import { readDocument } from './read-document.ts'

const ALL = ['image', 'pdf'] as const

/**
 * Returns the messages in a form that the model takes: a PDF as text where it takes none. An image that it cannot see, or a PDF that
 * cannot be read, is an error in the last message, and a note in earlier ones: a conversation goes on with another model.
 */
export async function fitFiles(
  messages: readonly McpMessage[],
  { files = ALL }: Traits,
  id: string,
  signal: AbortSignal,
): Promise<readonly McpMessage[]> {
  const isUnfit = (block: McpBlock): block is ImageBlock | FileBlock =>
    (block.type === 'image' && !files.includes('image')) || (isPdf(block) && !files.includes('pdf'))
  const isLacking = (block: McpBlock) =>
    isUnfit(block) || (block.type === 'tool_result' && block.content.some((part) => isUnfit(part)))
  if (!messages.some((message) => toBlocks(message).some(isLacking))) return messages
  return Promise.all(
    messages.map(async (message, at) => {
      const isLast = at === messages.length - 1
      const fit = async (block: McpBlock): Promise<McpBlock> => {
        if (block.type === 'tool_result')
          return { ...block, content: block.content.map((part) => toSeen(part, isUnfit)) }
        if (!isUnfit(block)) return block
        return block.type === 'file' ? toPdfText(block, { id, isLast, signal }) : toImageNote(block, { id, isLast })
      }
      return { ...message, content: await Promise.all(toBlocks(message).map(fit)) }
    }),
  )
}

const isPdf = (block: McpBlock): boolean => block.type === 'file' && block.mimeType === 'application/pdf'

type Part = ToolResultBlock['content'][number]

const toSeen = (part: Part, isUnfit: (block: Part) => boolean): Part =>
  isUnfit(part) ? { type: 'text', text: '(an image, which the person can see and you cannot)' } : part

interface Fitting {
  id: string
  isLast: boolean
}

function toImageNote({ name = 'an image' }: ImageBlock, { id, isLast }: Fitting): TextBlock {
  if (isLast) {
    const advice = 'choose a model that can, or send the message without it'
    throw new ModelError('unsupported', `${id} cannot see images (${name}); ${advice}`)
  }
  return { type: 'text', text: `(${name}, which you cannot see)` }
}

async function toPdfText(
  { name = 'document.pdf', data }: FileBlock,
  { id, isLast, signal }: Fitting & { signal: AbortSignal },
): Promise<TextBlock> {
  try {
    const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))
    const { parts, notes } = await readDocument(bytes, { name, signal })
    const text = parts.flatMap((part) => (part.type === 'text' ? part.text : []))
    return { type: 'text', text: [`${name}:`, ...text, ...notes.map((note) => `(${note})`)].join('\n\n') }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    if (isLast)
      throw new ModelError('unsupported', `${id} takes no PDF files, only their text: ${error.message}`, {
        cause: error,
      })
    return { type: 'text', text: `(${name}, which could not be read)` }
  }
}
