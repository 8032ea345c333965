export type { ExportFormat } from '../export/formats.ts'
export type { Offer } from './offer.ts'
export { createRoundtableRoutes, type RoundtableRoutesLimits, type RoundtableRoutesOptions } from './routes.ts'
