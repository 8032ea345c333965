import { createMcpPrompt } from '@sweatpants/framework/mcp'
import { z } from 'zod'
import { PNG } from './media.ts'

const user = <C>(content: C) => ({ role: 'user' as const, content })
const text = (words: string) => user({ type: 'text' as const, text: words })

const simple = createMcpPrompt('test_simple_prompt', {
  description: 'A prompt without arguments',
  *messages() {
    return [text('This is a simple prompt for testing.')]
  },
})

const withArguments = createMcpPrompt('test_prompt_with_arguments', {
  description: 'A prompt with arguments',
  arguments: {
    arg1: { description: 'First test argument', required: true, complete: startingWith('test', 'testing', 'paris') },
    arg2: { description: 'Second test argument', required: true },
  },
  *messages({ arg1, arg2 }) {
    return [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)]
  },
})

const withResource = createMcpPrompt('test_prompt_with_embedded_resource', {
  description: 'A prompt with a resource',
  arguments: { resourceUri: { description: 'URI of the resource to embed', required: true } },
  *messages({ resourceUri = '' }) {
    const resource = { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' }
    return [user({ type: 'resource' as const, resource }), text('Please process the embedded resource above.')]
  },
})

const withImage = createMcpPrompt('test_prompt_with_image', {
  description: 'A prompt with an image',
  *messages() {
    const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
    return [user(image), text('Please analyze the image above.')]
  },
})

const asking = createMcpPrompt('test_input_required_result_prompt', {
  description: 'A prompt that asks',
  elicits: { user_context: { response: z.object({ context: z.string() }) } },
  *messages(_, ctx) {
    const answer = yield* ctx.elicit('user_context', { message: 'What context should the prompt use?' })
    return [text(answer.action === 'accept' ? `Use this context: ${answer.content.context}` : 'Use no context.')]
  },
})

function startingWith(...words: string[]) {
  return (typed: string) => words.filter((word) => word.startsWith(typed))
}

export const prompts = [simple, withArguments, withResource, withImage, asking]
