export type { ExportFormat } from './formats.ts';
export type { Offer } from './offer.ts';
export { createRoundtableRoutes, type RoundtableRoutesLimits, type RoundtableRoutesOptions } from './routes.ts';
