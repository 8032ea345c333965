/** What a person says: text, or blocks with images, sounds and files. */
import { custom, type GenericSchema } from 'valibot'
import { keptOf } from '../tools/attachment.ts'
import { isObject } from '../tools/json.ts'
import type { AudioBlock, FileBlock, ImageBlock, McpBlock, TextBlock } from '../tools/message.ts'

export type UserBlock = TextBlock | ImageBlock | AudioBlock | FileBlock
export type UserContent = string | UserBlock[]

/** A block of a person's message that is not text. */
export type UserAttachment = Exclude<UserBlock, TextBlock>

/** What a message may have attached, unless the `limits` of the chat differ: bytes of one file, bytes of all, and how many. */
export const ATTACHMENT_LIMITS = { file: 4 * 1024 * 1024, message: 4 * 1024 * 1024, count: 20 }

/** The fields of each type of block. A client sends no others but a reference to kept data: `_meta` is for providers. */
const FIELDS: Record<UserBlock['type'], readonly string[]> = {
  text: ['text'],
  image: ['data', 'mimeType', 'name'],
  audio: ['data', 'mimeType'],
  file: ['data', 'mimeType', 'name'],
}

/** Pure, so that the bundle of a page leaves it out: only servers parse what is said. */
export const userContent: GenericSchema<UserContent> = /* @__PURE__ */ custom<UserContent>(
  (value) => typeof value === 'string' || (Array.isArray(value) && value.every(isBlock)),
  'a string, or blocks: { type: "text", text }, { type: "image" or "file", data, mimeType, name? } or { type: "audio", data, mimeType }',
)

function isBlock(block: unknown): boolean {
  if (!isObject(block) || typeof block.type !== 'string' || !Object.hasOwn(FIELDS, block.type)) return false
  const { type, _meta, ...rest } = block
  if (_meta !== undefined && keptOf(block) === undefined) return false
  const known = FIELDS[type as UserBlock['type']]
  const isWhole = known.every((field) => field === 'name' || typeof rest[field] === 'string')
  return isWhole && Object.entries(rest).every(([field, value]) => known.includes(field) && typeof value === 'string')
}

export const toUserBlocks = (content: UserContent): UserBlock[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

export const isAttachment = (block: McpBlock): block is UserAttachment =>
  block.type === 'image' || block.type === 'audio' || block.type === 'file'

/** Text that a file is made of is given to the model as text. */
export const isTextFile = ({ mimeType }: FileBlock): boolean => /^(text\/|application\/json$)/.test(mimeType)
