import type { McpBlock, McpMessage } from '@sweatpants/framework'
import type { Session } from '../session/session.ts'

type ImageBlock = Extract<McpBlock, { type: 'image' }>
type TextBlock = Extract<McpBlock, { type: 'text' }>

/** Returns a block for each image of the debate. Its data is filled in when a model is asked, so that no journal holds it. */
const imagesOf = ({ attachments = [] }: Session): ImageBlock[] =>
  attachments.flatMap(({ image }) =>
    image === undefined ? [] : [{ type: 'image', data: '', mimeType: image.mimeType, _meta: { digest: image.digest } }],
  )

/** Returns the message of a prompt, with the images of the debate. */
export function withImages(session: Session, message: string): McpMessage {
  const text: TextBlock = { type: 'text', text: message }
  const images = imagesOf(session)
  return { role: 'user', content: images.length === 0 ? text : [text, ...images] }
}

const digestOf = (block: McpBlock): string | undefined => {
  const digest = block.type === 'image' ? block._meta?.digest : undefined
  return typeof digest === 'string' ? digest : undefined
}

export const hasImages = (messages: readonly McpMessage[]): boolean =>
  messages.some(({ content }) => [content].flat().some((block) => digestOf(block) !== undefined))

const UNSEEN: TextBlock = {
  type: 'text',
  text: 'You cannot see the images that are attached. Where they matter, say so.',
}

/** Fills the data of images in, or replaces them by a text if the model cannot see them. */
export function fillImages(
  messages: readonly McpMessage[],
  read: ((digest: string) => Promise<string | undefined>) | undefined,
): Promise<McpMessage[]> {
  const fill = async (block: McpBlock): Promise<McpBlock> => {
    const digest = digestOf(block)
    if (digest === undefined) return block
    const data = await read?.(digest)
    return data === undefined ? UNSEEN : { type: 'image', data, mimeType: (block as ImageBlock).mimeType }
  }
  return Promise.all(
    messages.map(async (message) => ({ ...message, content: await Promise.all([message.content].flat().map(fill)) })),
  )
}
