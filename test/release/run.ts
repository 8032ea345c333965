import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from '../create-sweatpants/run.ts'
import { pack } from '../third-party/pack.ts'
import { PACKAGES } from '../third-party/tarballs.ts'
import { checkTarball } from './check-tarball.ts'

// `npm run release` packs and checks every public package, then publishes the versions that the registry does not have;
// with `--dry-run` it publishes nothing. npm attests the origin of each tarball, which only a workflow of the repository can
// request: .github/workflows/release.yml. The manifests get the address of the repository that is released from, because
// npm refuses an attestation for another one, and resolves relative links of a README against it.

const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY } = process.env
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, repository: { type: 'string' } } })
const isDry = values['dry-run'] ?? false
const repository = values.repository ?? (GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`)
if (repository === undefined && !isDry)
  throw new Error('a release needs the address of its repository: --repository <url>')

const toOrigin = (name: string) =>
  repository === undefined
    ? {}
    : {
        homepage: `${repository}/tree/main/packages/${name}#readme`,
        bugs: `${repository}/issues`,
        repository: { type: 'git', url: `git+${repository}.git`, directory: `packages/${name}` },
      }

const folder = await mkdtemp(join(tmpdir(), 'sweatpants-release-'))
try {
  const tarballs: { path: string; name: string }[] = []
  for (const folderName of PACKAGES) {
    const path = await pack(folderName, folder, toOrigin(folderName))
    const { name, kilobytes, problems } = await checkTarball(path)
    console.log(`${name}: ${kilobytes} kB, ${problems.length === 0 ? 'no problems' : problems.join('\n  ')}`)
    if (problems.length > 0) process.exitCode = 1
    tarballs.push({ path, name })
  }
  if (repository === undefined)
    console.log('The manifests have no repository; --repository <url> adds it, as the workflow does.')
  if (!isDry && process.exitCode === undefined) for (const { path, name } of tarballs) await publish(path, name)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function publish(path: string, name: string): Promise<void> {
  if (await isPublished(name)) return console.log(`${name} is published already`)
  await run('npm', ['publish', path], folder)
  console.log(`${name} is published`)
}

async function isPublished(name: string): Promise<boolean> {
  try {
    return (await run('npm', ['view', name, 'version'], folder)).trim() !== ''
  } catch (error) {
    if (String(error).includes('E404')) return false
    throw error
  }
}
