import { createMcpTool, jsonSchema } from '@sweatpants/framework'
import { serveTools } from './serve-tools.ts'

/** A field of each kind that MCP knows. */
const response = jsonSchema<Record<string, unknown>>({
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2, maxLength: 40 },
    story: { type: 'string', title: 'Story', maxLength: 1_000 },
    email: { type: 'string', title: 'Email', format: 'email' },
    site: { type: 'string', title: 'Site', format: 'uri' },
    day: { type: 'string', title: 'Day', format: 'date' },
    moment: { type: 'string', title: 'Moment', format: 'date-time' },
    age: { type: 'integer', title: 'Age', minimum: 0, maximum: 150 },
    weight: { type: 'number', title: 'Weight' },
    news: { type: 'boolean', title: 'News', default: true },
    colour: { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'] },
    size: {
      type: 'string',
      title: 'Size',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
      default: 's',
    },
    days: { type: 'array', title: 'Days', items: { type: 'string', enum: ['Monday', 'Friday'] }, minItems: 1 },
    extras: {
      type: 'array',
      title: 'Extras',
      items: {
        anyOf: [
          { const: 'wifi', title: 'Wireless' },
          { const: 'meal', title: 'A meal' },
        ],
      },
    },
  },
  required: ['name', 'email', 'day', 'age', 'colour', 'days'],
})

const survey = createMcpTool('survey')
  .description('Ask the person about everything')
  .requires({ elicitation: true })
  .elicits({ everything: { response } })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('everything', { message: 'Tell us about yourself' })
    return answer.action === 'accept' ? JSON.stringify(answer.content) : `They chose to ${answer.action}.`
  })
  .build()

/** A server that asks about everything, for the length of a test. Resolves to its address. */
export const serveSurvey = (): Promise<string> => serveTools(survey)
