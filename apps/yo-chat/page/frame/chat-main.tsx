import { Announcer } from './announcer.tsx'
import { useAppName } from './app-info.ts'
import { useChat } from './chat.ts'
import { Conversation } from './conversation.tsx'
import { Header, type HeaderButtons } from './header.tsx'
import { PageTitle } from './page-title.tsx'
import { texts } from './texts.ts'
import { ToolAnnouncer } from './tool-announcer.tsx'
import { useAddress } from './use-address.ts'

/** The open conversation. */
export function ChatMain(buttons: HeaderButtons) {
  useAddress()
  const name = useAppName()
  const title = useChat(({ state }) => state.title)
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const isRefused = useChat((snapshot) => snapshot.refusal !== undefined)
  return (
    <main className="main">
      <PageTitle title={title} />
      <Header title={isRefused ? name : title || texts.newConversation} menu={texts.conversations} {...buttons} />
      <Conversation />
      <Announcer />
      <ToolAnnouncer key={sessionId} />
    </main>
  )
}
