/** The texts of the palette and of the list of keyboard shortcuts. */
export const texts = {
  title: 'Go to',
  field: 'Search conversations, messages and actions',
  nothing: 'Nothing found.',
  actions: 'Actions',
  conversations: 'Conversations',
  messages: 'Messages',
  newConversation: 'New conversation',
  newDebate: 'New debate',
  debates: 'Debates',
  inbox: 'Inbox',
  servers: 'MCP servers',
  shortcuts: 'Keyboard shortcuts',
  keys: [
    { keys: ['Ctrl', 'K'], mac: ['⌘', 'K'], does: 'Search everything, or choose an action' },
    { keys: ['Ctrl', 'Shift', 'O'], mac: ['⌘', 'Shift', 'O'], does: 'Start a new conversation' },
    { keys: ['/'], does: 'Write a message' },
    { keys: ['Enter'], does: 'Send the message' },
    { keys: ['Shift', 'Enter'], does: 'Start a new line' },
    { keys: ['Esc'], does: 'Stop the answer, or close what is open' },
    { keys: ['?'], does: 'Show this list' },
  ],
} satisfies Record<string, unknown>
