import { z } from 'zod'

const Variable = z.object({
  name: z.string(),
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  default: z.string().optional(),
})

const Package = z.object({
  registryType: z.string(),
  identifier: z.string(),
  version: z
    .string()
    .min(1)
    .regex(/^(?!latest$)/),
  runtimeHint: z.string().optional(),
  transport: z.strictObject({ type: z.literal('stdio') }),
  environmentVariables: z.array(Variable).optional(),
})

/**
 * What the official registry requires of a `server.json`: the rules of its schema 2025-12-11 for the fields that we write, as
 * read in modelcontextprotocol/registry on 2026-11-16. Strict, so that a field without a rule here is a failure.
 */
export const RegistryEntry = z.strictObject({
  $schema: z.url(),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  repository: z.strictObject({ url: z.url(), source: z.string(), subfolder: z.string().optional() }).optional(),
  websiteUrl: z.url().optional(),
  packages: z.array(Package.strict()).optional(),
  remotes: z
    .array(z.strictObject({ type: z.literal('streamable-http'), url: z.string().regex(/^https?:\/\/\S+$/) }))
    .optional(),
})
