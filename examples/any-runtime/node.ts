import server from './worker.ts'

const { url } = await server.listen({ port: Number(process.env.PORT ?? 3000) })
console.log(`Serving at ${url}`)
