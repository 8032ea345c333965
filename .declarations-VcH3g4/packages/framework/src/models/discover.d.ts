import { type Env } from './provider.ts';
/** A model that can be chosen, or could be after its remedy. */
export interface DiscoveredModel {
    provider: string;
    /** As `resolveModel` takes it; absent if the provider has no default model. */
    id?: string;
    usable: boolean;
    /** What to do to make it usable. */
    remedy?: string;
}
/** Lists the default model of each provider and the models of local servers. Sends no request to a provider that charges. */
export declare function discoverModels(env?: Env): Promise<DiscoveredModel[]>;
