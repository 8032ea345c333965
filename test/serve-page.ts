import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rolldown } from 'rolldown'

/** A page with one script, for the tests of components. */
export interface ServedPage extends AsyncDisposable {
  url: string
  /** The modules of each script that the page may load, by the script's path. */
  scripts: ReadonlyMap<string, readonly string[]>
}

/** Bundles a `.tsx` file in memory. Its script is `page.js`. */
export async function bundlePage(entry: string) {
  await using bundle = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { conditionNames: ['@sweatpants/source', 'browser', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
  })
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: 'page.js',
    chunkFileNames: '[name]-[hash].js',
  })
  return output.filter((file) => file.type === 'chunk')
}

/** Bundles a `.tsx` file in memory and serves it from the loopback, as a page with an empty `<main>`. */
export async function servePage(entry: string, headers: Record<string, string> = {}): Promise<ServedPage> {
  const chunks = await bundlePage(entry)
  const files = new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code]))
  const server = createServer((request, response) => {
    const code = files.get(request.url!)
    if (code !== undefined) response.writeHead(200, { ...headers, 'content-type': 'text/javascript' }).end(code)
    else if (request.url === '/') response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end(html)
    else response.writeHead(404, headers).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    scripts: new Map(chunks.map(({ fileName, moduleIds }) => [`/${fileName}`, moduleIds])),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A page of the tests</title>
<link rel="icon" href="data:,">
<main></main>
<script type="module" src="/page.js"></script>
</html>
`
