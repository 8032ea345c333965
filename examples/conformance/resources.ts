import type { McpResource } from '@sweatpants/framework/mcp'
import { PNG } from './media.ts'

export const resources: McpResource[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A text that never changes',
    mimeType: 'text/plain',
    read: () => 'This is the content of the static text resource.',
  },
  {
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'An image that never changes',
    mimeType: 'image/png',
    read: () => Buffer.from(PNG, 'base64'),
  },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'A text that can be watched',
    mimeType: 'text/plain',
    read: () => 'This resource can be subscribed to.',
  },
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template-data',
    description: 'Data by id',
    mimeType: 'application/json',
    read: (_, { id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  },
]
