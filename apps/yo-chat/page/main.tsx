import { createChatClient, RefusedError } from '@sweatpants/framework/chat'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadAll } from './controls/later.tsx'
import { App } from './frame/app.tsx'
import { addressedConversation } from './frame/use-address.ts'
import { plugins } from './tools/plugins.ts'

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

// By then the first screen has what it needs.
setTimeout(loadAll, 1_000)
