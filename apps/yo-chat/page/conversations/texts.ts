/** The texts of the list of conversations. */
export const texts = {
  newConversation: 'New conversation',
  search: 'Search conversations and messages',
  searchHint: 'Search',
  conversations: 'Conversations',
  messages: 'Messages',
  none: 'Your conversations appear here.',
  noConversations: 'No conversation has this title.',
  noMessages: 'No message has these words.',
  searching: 'Searching…',
  failed: 'The search did not work. Try again in a moment.',
}
