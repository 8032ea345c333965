/** The texts of the inbox. */
export const texts = {
  title: 'Inbox',
  conversations: 'Conversations',
  loading: 'Loading…',
  empty: 'Your inbox is empty',
  emptyHint: 'When a tool asks you something, in a chat, in a task or through another app, the question appears here.',
  more: 'Show more',
  questions: (count: string) => (count === '1' ? ', 1 question' : `, ${count} questions`),
  askedBy: (name: string) => `for ${name}`,
  answers: (given: number, needed: number) => `${given} of ${needed} answers`,
  decline: 'No, thanks',
  unknownTool: 'This question belongs to a tool that this app no longer has, so it cannot be answered here.',
}
