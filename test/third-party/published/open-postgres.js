import { createPostgresStore } from '@sweatpants/framework/stores/postgres'

// Creates a stream in the database and schema that the arguments name.

const [url, schema] = process.argv.slice(2)
const store = await createPostgresStore({ url, schema })
console.log(JSON.stringify(await store.log('chat').create('a', { about: null, events: ['one'] })))
await store.close()
