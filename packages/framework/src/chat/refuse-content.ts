import { keptOf } from '../tools/attachment.ts'
import { toUtf8, typeOfFile } from '../tools/file-type.ts'
import { toText } from '../tools/message.ts'
import { CommandError } from './command.ts'
import {
  ATTACHMENT_LIMITS,
  isAttachment,
  isTextFile,
  toUserBlocks,
  type UserAttachment,
  type UserContent,
} from './user-content.ts'

export interface ContentLimits {
  /** The most characters that a message may have. */
  messageLimit: number
  /** The most bytes that one image, sound or file may have. */
  fileLimit: number
  /** The most bytes that the images, sounds and files of a message may have. */
  attachmentLimit: number
}

/** Throws a `CommandError` if the content is empty, too long, or nothing that a model can be given. */
export function refuseContent(content: UserContent, limits: ContentLimits): void {
  const { messageLimit, attachmentLimit } = limits
  const blocks = toUserBlocks(content)
  const text = toText(blocks)
  const attachments = blocks.filter(isAttachment)
  if (text.trim() === '' && attachments.length === 0) throw new CommandError('bad_command', 'content must not be empty')
  if (text.length > messageLimit) {
    const problem = `a message has at most ${messageLimit} characters; this one has ${text.length}`
    throw new CommandError('message_too_long', problem)
  }
  if (attachments.length > ATTACHMENT_LIMITS.count) {
    const problem = `a message has at most ${ATTACHMENT_LIMITS.count} attachments; this one has ${attachments.length}`
    throw new CommandError('too_many_attachments', problem)
  }
  const size = attachments.reduce((sum, attachment) => sum + sizeOf(attachment), 0)
  for (const attachment of attachments) refuseAttachment(attachment, limits)
  if (size <= attachmentLimit) return
  const problem = `the attachments of a message have at most ${attachmentLimit} bytes; these have ${size}`
  throw new CommandError('attachment_too_large', `${problem}. Send fewer or smaller ones`)
}

const sizeOf = (block: UserAttachment): number => keptOf(block)?.size ?? Math.floor((block.data.length * 3) / 4)

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function refuseAttachment(block: UserAttachment, { fileLimit }: ContentLimits): void {
  if (keptOf(block) !== undefined) return
  const { type, data, mimeType } = block
  const name = 'name' in block && block.name !== undefined ? block.name : `the ${type}`
  if (!isTaken(block)) {
    const kinds = 'PNG, JPEG, GIF and WebP images, sounds, PDF, text and JSON files'
    throw new CommandError('unsupported_content', `${name} is ${mimeType}, which no model takes; models take ${kinds}`)
  }
  if (sizeOf(block) > fileLimit) {
    throw new CommandError(
      'attachment_too_large',
      `${name} has ${sizeOf(block)} bytes; a file has at most ${fileLimit}`,
    )
  }
  if (!BASE64.test(data))
    throw new CommandError('bad_command', `the data of ${name} must be base64, without a data URL around it`)
  if (!isWhatItSays(block)) {
    throw new CommandError(
      'unsupported_content',
      `${name} is said to be ${mimeType}, and its content is something else`,
    )
  }
}

const isTaken = (block: UserAttachment): boolean => {
  const { type, mimeType } = block
  if (type === 'image') return /^image\/(png|jpeg|gif|webp)$/.test(mimeType)
  return type === 'audio'
    ? /^audio\/[\w.+-]{1,60}$/.test(mimeType)
    : mimeType === 'application/pdf' || isTextFile(block)
}

/** Sounds have too many formats to look at. */
function isWhatItSays(block: UserAttachment): boolean {
  const { type, data, mimeType } = block
  if (type === 'audio') return true
  const bytes = Buffer.from(data, 'base64')
  return type === 'file' && isTextFile(block) ? toUtf8(bytes) !== undefined : typeOfFile(bytes) === mimeType
}
