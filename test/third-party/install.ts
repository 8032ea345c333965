import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../create-sweatpants/run.ts'
import { cached } from './cache.ts'

/** The registry does not have a package, or cannot be reached. Tests skip with the message. */
export class NotInstallableError extends Error {
  override name = 'NotInstallableError'
}

const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock']
const LACKING = /\b(E404|ETARGET|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|EBADPLATFORM)\b/

/**
 * Installs packages outside the checkout, once for each list of versions, and returns the folder that has their `node_modules`.
 * A version can be a tarball: `{ '@sweatpants/framework': `file:${path}` }`. Rejects with `NotInstallableError` if the registry
 * lacks one of them, and with npm's own error otherwise.
 */
export async function installPackages(versions: Record<string, string>): Promise<string> {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: versions })
  const key = createHash('sha256').update(manifest).digest('hex').slice(0, 16)
  return cached('packages', key, async (folder) => {
    await writeFile(join(folder, 'package.json'), manifest)
    try {
      await run('npm', INSTALL, folder)
    } catch (error) {
      const [code] = LACKING.exec(String(error)) ?? []
      if (code === undefined) throw error
      const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
      throw new NotInstallableError(`npm could not install ${names.join(', ')}: ${code}`, { cause: error })
    }
  })
}
