import type { ChatClient } from '@sweatpants/framework/chat'
import { KnownApp, useAppInfo } from './app-info.ts'
import { Client } from './chat.ts'
import { Notices } from './notices.tsx'
import { Page } from './page.tsx'

export function App({ client }: { client: ChatClient }) {
  const app = useAppInfo()
  return (
    <Client value={client}>
      <KnownApp value={app}>
        <Notices>
          <Page />
        </Notices>
      </KnownApp>
    </Client>
  )
}
