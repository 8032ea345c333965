import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

const sampling = createMcpTool('test_sampling')
  .description("Asks the client's model")
  .parameters(z.object({ prompt: z.string() }))
  .execute(function* ({ prompt }, ctx) {
    const { text } = yield* ctx.sample({ prompt, maxTokens: 100 })
    return `LLM response: ${text}`
  })
  .build()

const elicitation = createMcpTool('test_elicitation')
  .description('Asks the person')
  .parameters(z.object({ message: z.string() }))
  .elicits({
    user: {
      response: z.object({
        username: z.string().meta({ description: "User's response" }),
        email: z.string().meta({ description: "User's email address" }),
      }),
    },
  })
  .execute(function* ({ message }, ctx) {
    const answer = yield* ctx.elicit('user', { message })
    return `User response: ${toText(answer)}`
  })
  .build()

const defaults = createMcpTool('test_elicitation_sep1034_defaults')
  .description('Asks with a default for each kind of field')
  .elicits({
    profile: {
      response: z.object({
        name: z.string().default('John Doe'),
        age: z.int().default(30),
        score: z.number().default(95.5),
        status: z.enum(['active', 'inactive', 'pending']).default('active'),
        verified: z.boolean().default(true),
      }),
    },
  })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('profile', { message: 'Please review and update the form fields' })
    return `Elicitation completed: ${toText(answer)}`
  })
  .build()

const titled = (...titles: string[]) =>
  z.union(titles.map((title, index) => z.literal(`value${index + 1}`).meta({ title })))

const enums = createMcpTool('test_elicitation_sep1330_enums')
  .description('Asks for a choice in every way there is')
  .elicits({
    choices: {
      response: z.object({
        untitledSingle: z.enum(['option1', 'option2', 'option3']),
        titledSingle: titled('First Option', 'Second Option', 'Third Option'),
        legacyEnum: z.enum(['opt1', 'opt2', 'opt3']).meta({ enumNames: ['Option One', 'Option Two', 'Option Three'] }),
        untitledMulti: z.array(z.enum(['option1', 'option2', 'option3'])),
        titledMulti: z.array(titled('First Choice', 'Second Choice', 'Third Choice')),
      }),
    },
  })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('choices', { message: 'Please choose' })
    return `Elicitation completed: ${toText(answer)}`
  })
  .build()

const streamingElicitation = createMcpTool('test_streaming_elicitation')
  .description('Asks at once')
  .elicits({ user_name: { response: z.object({ name: z.string() }) } })
  .execute(function* (_, ctx) {
    return toText(yield* ctx.elicit('user_name', { message: 'What is your name?' }))
  })
  .build()

const missingCapability = createMcpTool('test_missing_capability')
  .description('Needs a client that samples')
  .requires({ sampling: true })
  .execute(function* () {
    return 'The client samples.'
  })
  .build()

const toText = (answer: { action: string; content?: unknown }): string =>
  `action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`

/** These ask over the session of 2025-11-25, and in rounds over 2026-07-28: they do not know which. */
export const askingTools = [sampling, elicitation, defaults, enums, streamingElicitation, missingCapability]
