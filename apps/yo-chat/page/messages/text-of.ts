import type { ChatMessage } from '@sweatpants/framework/chat'

/** What was said, without what was thought and done. */
export const textOf = ({ content }: ChatMessage): string =>
  content
    .flatMap((block) => (block.type === 'text' ? block.text : []))
    .join('\n\n')
    .trim()
