import type { Attachments } from '../log/attachments.ts'
import { AttachmentError } from '../log/attachments.ts'
import { keptMeta } from '../tools/attachment.ts'
import { CommandError } from './command.ts'
import type { Patch } from './patch.ts'
import { isAttachment, type UserBlock } from './user-content.ts'

/** Characters of base64 that a message has in the log, which every reader of the conversation reads. */
const MAX_INLINE = 16_000

/**
 * Keeps the images, sounds and files of new messages beside the log, and resolves to patches with references to them. They are stored
 * before the patches are, so a message in the log has its attachments.
 */
export function keepAttachments(patches: readonly Patch[], keep: Attachments['put']): Promise<Patch[]> {
  const keepBlock = async (block: UserBlock): Promise<UserBlock> => {
    if (!isAttachment(block) || block.data.length <= MAX_INLINE) return block
    const size = Math.floor((block.data.length * 3) / 4)
    return { ...block, data: '', ...keptMeta({ digest: await keep(block.data).catch(refuse), size }) }
  }
  return Promise.all(
    patches.map(async (patch) =>
      patch.type === 'user_message' && typeof patch.content !== 'string'
        ? { ...patch, content: await Promise.all(patch.content.map(keepBlock)) }
        : patch,
    ),
  )
}

function refuse(error: unknown): never {
  throw error instanceof AttachmentError ? new CommandError('attachment_too_large', error.message) : error
}
