import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'

export interface Registry extends AsyncDisposable {
  url: string
}

interface Packed {
  name: string
  version: string
  bytes: Buffer
  manifest: object
}

/** A registry on the loopback with these tarballs as the newest versions. Requests for other packages go to the registry of npm's configuration. */
export async function openRegistry(tarballs: readonly string[]): Promise<Registry> {
  const packed = new Map(tarballs.map((path) => [basename(path), readTarball(path)]))
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  const server = createServer(async (request, response) => {
    try {
      const path = decodeURIComponent(request.url!.slice(1))
      const tarball = packed.get(path)
      if (tarball !== undefined) return response.end(tarball.bytes)
      const found = [...packed].find(([, { name }]) => name === path)
      if (found !== undefined) return response.end(JSON.stringify(toPackument(...found, url)))
      const { accept = '*/*' } = request.headers
      const reply = await fetch(new URL(request.url!.slice(1), upstream), { headers: { accept } })
      const type = reply.headers.get('content-type') ?? 'application/octet-stream'
      response.writeHead(reply.status, { 'content-type': type }).end(Buffer.from(await reply.arrayBuffer()))
    } catch (error) {
      response.writeHead(502).end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function readTarball(path: string): Packed {
  const manifest = JSON.parse(execFileSync('tar', ['-xOzf', path, 'package/package.json'], { encoding: 'utf8' }))
  return { name: manifest.name, version: manifest.version, bytes: readFileSync(path), manifest }
}

/** What npm reads of a package. */
function toPackument(file: string, { name, version, bytes, manifest }: Packed, url: string) {
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const dist = { tarball: `${url}${file}`, integrity }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
}
