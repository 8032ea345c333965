import { content, createMcpTool, jsonSchema } from '@sweatpants/framework'
import { z } from 'zod'
import { PNG, WAV } from './media.ts'

const simpleText = createMcpTool('test_simple_text')
  .description('Returns text')
  .execute(function* () {
    return 'This is a simple text response for testing.'
  })
  .build()

const imageContent = createMcpTool('test_image_content')
  .description('Returns an image')
  .execute(function* () {
    return content([{ type: 'image', data: PNG, mimeType: 'image/png' }])
  })
  .build()

const audioContent = createMcpTool('test_audio_content')
  .description('Returns a sound')
  .execute(function* () {
    return content([{ type: 'audio', data: WAV, mimeType: 'audio/wav' }])
  })
  .build()

const embeddedResource = createMcpTool('test_embedded_resource')
  .description('Returns a resource')
  .execute(function* () {
    const resource = {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    }
    return content([{ type: 'resource', resource }])
  })
  .build()

const multipleContentTypes = createMcpTool('test_multiple_content_types')
  .description('Returns text, an image and a resource')
  .execute(function* () {
    const resource = {
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: JSON.stringify({ test: 'data', value: 123 }),
    }
    return content([
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'resource', resource },
    ])
  })
  .build()

const errorHandling = createMcpTool('test_error_handling')
  .description('Fails')
  .execute(function* () {
    throw new Error('This tool intentionally returns an error for testing')
  })
  .build()

const jsonSchema2020 = createMcpTool('json_schema_2020_12_tool')
  .description('Takes what only JSON Schema 2020-12 can say')
  .parameters(
    jsonSchema({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    }),
  )
  .execute(function* (params) {
    return params
  })
  .build()

const headerParameter = createMcpTool('test_header_parameter')
  .description('Takes a parameter that clients repeat in a header')
  .parameters(z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }))
  .execute(function* ({ region }) {
    return region
  })
  .build()

/** The suite calls the first of all tools without arguments, so that one must need none. */
export const contentTools = [
  simpleText,
  imageContent,
  audioContent,
  embeddedResource,
  multipleContentTypes,
  errorHandling,
  jsonSchema2020,
  headerParameter,
]
