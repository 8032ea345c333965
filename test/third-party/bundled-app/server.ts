import { createChat } from '@sweatpants/framework/chat'
import { serveMcp } from '@sweatpants/framework/mcp'
import { resolveModel } from '@sweatpants/framework/models'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { greet } from './tool.ts'

const mcp = serveMcp({ name: 'bundled', version: '1.0.0', tools: [greet], path: '/api/mcp' })

/** Reports what happens where an optional package is missing. */
async function findMissing() {
  const messageOf = (error: Error): string => error.message
  const env = { OPENAI_API_KEY: 'k', GROQ_API_KEY: 'k' }
  return {
    demo: await resolveModel('demo', { env }).then(({ id }) => id, messageOf),
    openai: await resolveModel('openai', { env }).then(({ id }) => id, messageOf),
    groq: await resolveModel('groq', { env }).then(({ id }) => id, messageOf),
    postgres: await createPostgresStore('postgres://127.0.0.1:9/x').then(() => 'opened', messageOf),
    chat: typeof createChat,
  }
}

/** Answers as a server does in any framework. */
export function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname.endsWith('/mcp')) return mcp.fetch(request)
  return findMissing().then((missing) => Response.json(missing))
}
