import { computeScopeUnion, extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import { defined } from '../../tools/defined.ts'
import type { SignInRecord } from './vault.ts'

/** What the MCP server asks for when it refuses a request. */
export interface Challenge {
  status: number
  scope?: string
  resourceMetadataUrl?: string
}

/** Returns what the server asks for, if it refused the request for want of authorization. */
export function readChallenge(response: Response): Challenge | undefined {
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response)
  const { status } = response
  if (status !== 401 && !(status === 403 && error === 'insufficient_scope')) return undefined
  return {
    status,
    ...(scope !== undefined && { scope }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: resourceMetadataUrl.href }),
  }
}

/** Returns the record with what is asked for, and what was before. */
export function need(record: SignInRecord, { scope, resourceMetadataUrl }: Challenge): SignInRecord {
  const all = computeScopeUnion(record.needed?.scope, scope)
  const needed = {
    ...defined({ scope: all, resourceMetadataUrl }),
  }
  return { ...record, needed }
}
