import { HttpError, type RouteTable, replyJson, replyNothing } from '@sweatpants/framework/http'
import { checkKey, type KeyCheck, settingsOf } from '@sweatpants/framework/models'
import { z } from 'zod'
import type { OfferedModels } from '../models.ts'
import { KEYED, type KeyedProvider, type ProviderKeyInfo, type ProviderKeys } from './provider-keys.ts'

export interface KeyRoutesOptions {
  keys: ProviderKeys
  models: OfferedModels
}

/** What the page learns of a key after it was saved or tested. */
export interface CheckedKey {
  key: ProviderKeyInfo
  check: KeyCheck
}

/** Milliseconds that a provider has to answer. */
const PATIENCE = 20_000

/** A header can carry it. The texts of the schema's errors do not repeat what was given. */
const NewKey = z.strictObject({
  key: z
    .string()
    .trim()
    .min(8)
    .max(500)
    .regex(/^[\x21-\x7e]+$/),
})
const WantedModel = z.strictObject({ id: z.string().trim().min(1).max(200) })

/** Keys of providers, and models by any id. */
export function createKeyTable({ keys, models }: KeyRoutesOptions): RouteTable {
  const check = (provider: KeyedProvider, apiKey: string | undefined): Promise<KeyCheck> => {
    const { baseUrl } = settingsOf(provider, keys.env)
    return checkKey(provider, { apiKey, baseUrl }, { signal: AbortSignal.timeout(PATIENCE) })
  }
  return {
    '/api/app/keys': {
      async GET() {
        await keys.read()
        return replyJson(200, { keys: KEYED.map((provider) => keys.describe(provider)) })
      },
    },
    '/api/app/keys/:provider': {
      async PUT({ param, json }) {
        const provider = findProvider(param('provider'))
        const given = NewKey.safeParse(await json())
        if (!given.success) {
          throw new HttpError(
            400,
            'bad_key',
            'This does not look like an API key: it has 8 to 500 characters and no spaces.',
          )
        }
        const { key } = given.data
        await keys.read()
        if (keys.describe(provider).source === 'environment') {
          throw new HttpError(
            409,
            'key_configured',
            `${provider.title} uses the key in ${keys.describe(provider).variable}.`,
          )
        }
        const checked = await check(provider, key)
        if (checked === 'refused') {
          throw new HttpError(422, 'key_refused', `${provider.title} does not accept this key. It was not saved.`)
        }
        await keys.set(provider, key)
        await models.refresh()
        return replyJson(200, { key: keys.describe(provider), check: checked } satisfies CheckedKey)
      },
      async DELETE({ param }) {
        await keys.remove(findProvider(param('provider')))
        await models.refresh()
        return replyNothing()
      },
    },
    '/api/app/keys/:provider/check': {
      async POST({ param }) {
        const provider = findProvider(param('provider'))
        await keys.read()
        const { apiKey } = settingsOf(provider, keys.env)
        if (apiKey === undefined) throw new HttpError(409, 'no_key', `There is no key for ${provider.title} to test.`)
        const checked = await check(provider, apiKey)
        return replyJson(200, { key: keys.describe(provider), check: checked } satisfies CheckedKey)
      },
    },
    '/api/app/models': {
      async POST({ json }) {
        const wanted = WantedModel.safeParse(await json())
        if (!wanted.success) throw new HttpError(400, 'bad_model', 'expected { "id": "provider/model" }')
        return replyJson(200, { id: await models.check(wanted.data.id) })
      },
    },
  }
}

function findProvider(name: string): KeyedProvider {
  const found = KEYED.find((provider) => provider.name === name)
  if (found !== undefined) return found
  const known = KEYED.map((provider) => provider.name).join(', ')
  throw new HttpError(
    404,
    'provider_not_found',
    `there is no provider ${JSON.stringify(name)}; the providers are: ${known}`,
  )
}
