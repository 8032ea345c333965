import { toAiSdkTool } from '@sweatpants/framework/adapters'
import { createRuns } from '@sweatpants/framework/log'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { generateText, stepCountIs } from 'ai'
import { createModel } from './ai-sdk-model.ts'
import { askPerson, bookFlight, storeFile } from './tool.ts'

const store = createSqliteStore(storeFile)

// The AI SDK cannot suspend a call. When the process was killed, the model is asked again, and its call gets another id: the run
// is named after the conversation, so that the new call goes on where the old one was.
const book_flight = toAiSdkTool(bookFlight, {
  onQuestion: askPerson,
  runs: createRuns(store),
  runId: () => 'conversation-7',
})

const { text } = await generateText({
  model: createModel(),
  prompt: 'Book a flight from Rome to Oslo.',
  tools: { book_flight },
  stopWhen: stepCountIs(3),
})
console.log(`ended ${text}`)
await store.close()
