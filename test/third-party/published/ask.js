import { resolveModel } from '@sweatpants/framework/models'

// Prints what OpenAI answers, or why it is not asked. The address is in OPENAI_BASE_URL.

const request = { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }] }
try {
  const model = await resolveModel('openai/m')
  const { content } = await model.answer(request, { signal: AbortSignal.timeout(20_000) })
  console.log(JSON.stringify({ content }))
} catch (error) {
  console.log(JSON.stringify({ message: error.message }))
}
