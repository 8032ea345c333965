import { createChatClient, RefusedError } from '@sweatpants/framework/chat'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { App } from './frame/app.tsx'
import { addressedConversation } from './frame/use-address.ts'
import { plugins } from './tools/plugins.ts'

// Without, zod looks whether it may compile code, which the page's policy forbids and the browser reports.
z.config({ jitless: true })

const client = createChatClient({
  sessionId: addressedConversation(),
  plugins,
  // A refusal is shown where the conversation would be.
  onError: (error) => error instanceof RefusedError || console.error(error),
})

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
)
