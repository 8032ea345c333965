import { createSignIn } from '@sweatpants/framework/mcp'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'

/** Sends requests with the tokens of a sign-in in Postgres, when it is told to, and prints what came back. */
const [url, resource, schema, key] = process.argv.slice(2) as [string, string, string, string]
const store = await createPostgresStore({ url, schema })
const signIn = await createSignIn({ url: resource, grant: { type: 'authorization_code' }, store, keys: [key] })
process.once('message', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => signIn.fetch(fetch, resource)))
  process.send!(await Promise.all(replies.map((reply) => reply.text())))
  await store.close()
  process.disconnect()
})
process.send!('ready')
