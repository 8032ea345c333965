export {}







import { createDemoModel } from '@sweatpants/demo-model'
import { generateText } from 'ai'

const { text } = await generateText({ model: createDemoModel(), prompt: 'Who are you?' })
console.log(text)
