import type { ChatMessage, SendingMessage } from '@sweatpants/framework/chat'

/** Returns the text of a message, without reasoning and calls. */
export const textOf = ({ content }: ChatMessage | SendingMessage): string =>
  (typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content)
    .flatMap((block) => (block.type === 'text' ? block.text : []))
    .join('\n\n')
    .trim()
