import { type TextBlock, toText } from '../tools/message.ts'
import { CommandError } from './command.ts'
import { isTextFile, toUserBlocks, type UserBlock, type UserContent } from './user-content.ts'

export interface ContentLimits {
  /** The most characters that a message may have. */
  messageLimit: number
  /** The most bytes that the images, sounds and files of a message may have. */
  attachmentLimit: number
}

/** Throws a `CommandError` if the content is empty, too long, or nothing that a model can be given. */
export function refuseContent(content: UserContent, { messageLimit, attachmentLimit }: ContentLimits): void {
  const blocks = toUserBlocks(content)
  const text = toText(blocks)
  const attachments = blocks.filter((block) => block.type !== 'text')
  if (text.trim() === '' && attachments.length === 0) throw new CommandError('bad_command', 'content must not be empty')
  if (text.length > messageLimit) {
    const problem = `a message has at most ${messageLimit} characters; this one has ${text.length}`
    throw new CommandError('message_too_long', problem)
  }
  for (const attachment of attachments) refuseAttachment(attachment)
  const size = attachments.reduce((sum, { data }) => sum + Math.floor((data.length * 3) / 4), 0)
  if (size <= attachmentLimit) return
  const problem = `the attachments of a message have at most ${attachmentLimit} bytes; these have ${size}`
  throw new CommandError('attachment_too_large', `${problem}. Send fewer or smaller ones`)
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function refuseAttachment(block: Exclude<UserBlock, TextBlock>): void {
  const { type, data, mimeType } = block
  const isTaken = type === 'file' ? mimeType === 'application/pdf' || isTextFile(block) : isMedia(type, mimeType)
  if (!isTaken) {
    const kinds = 'images, sounds, PDF, text and JSON files'
    throw new CommandError(
      'unsupported_content',
      `a model cannot be given ${mimeType} as ${type}; it can be given ${kinds}`,
    )
  }
  if (!BASE64.test(data))
    throw new CommandError('bad_command', `the data of ${mimeType} must be base64, without a data URL around it`)
}

const isMedia = (type: string, mimeType: string): boolean => new RegExp(`^${type}/[\\w.+-]{1,60}$`).test(mimeType)
